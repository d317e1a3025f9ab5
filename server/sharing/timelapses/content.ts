import { z } from 'zod';
import { dateText } from '#domain/date-format.ts';
import type { Size } from '#domain/homography.ts';
import { presetFor } from '#domain/pictures.ts';
import { filmSize, planTimelapse, sizeOf, SPEEDS } from '#domain/timelapse-plan.ts';
import type { FilmSize, TimelapseOptions } from '#domain/timelapses.ts';
import { historyIn } from '#server/viewpoints/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findProjectName } from './queries.ts';

/** Part of the content key. Increment it when a code change makes the same content produce a different video. */
const TEMPLATE_VERSION = 1;

const Pixels = z.object({ width: z.int(), height: z.int() });
const Shot = z.object({
  fileId: z.string(),
  /** The picture to use; null if only the original is large enough. */
  preset: z.int().nullable(),
  /** The preset to use if the original can't be read. */
  largest: z.int(),
  /** `photo` is the full size; `matrix` maps its pixels to those of the video. */
  photo: Pixels,
  matrix: z.array(z.number()),
  label: z.string().nullable(),
});
export type Shot = z.infer<typeof Shot>;

export const TimelapseContent = z.object({
  template: z.literal(TEMPLATE_VERSION),
  project: z.string(),
  viewpoint: z.string(),
  film: Pixels,
  photoSeconds: z.number(),
  isEvened: z.boolean(),
  shots: z.array(Shot),
});
export type TimelapseContent = z.infer<typeof TimelapseContent>;

type Wanted = { viewpointId: string; size: FilmSize; look: TimelapseOptions };

/** Returns null if too few photos are published. Throws VIEWPOINT_NOT_FOUND. */
export async function contentIn(
  ctx: Pick<Context, 'signer'>,
  tx: Tx,
  { viewpointId, size, look }: Wanted,
): Promise<TimelapseContent | null> {
  const history = await historyIn(ctx, tx, viewpointId);
  const plan = planTimelapse(
    history.photos.filter(({ isPublished }) => isPublished),
    look,
  );
  if (!plan) return null;
  const film = filmSize(plan.size, size);
  return {
    template: TEMPLATE_VERSION,
    project: (await findProjectName(tx, history.projectId)) ?? '',
    viewpoint: history.name,
    film,
    photoSeconds: SPEEDS[look.speed],
    isEvened: look.isEvened,
    shots: plan.shots.map(({ photo, matrix }) => ({
      fileId: photo.id,
      ...sourceOf(photo.presets, film),
      photo: sizeOf(photo),
      matrix: scaledMatrix(matrix, plan.size, film),
      label: look.hasDays ? dayText(photo.day) : null,
    })),
  };
}

function sourceOf(presets: readonly number[], film: Size): Pick<Shot, 'preset' | 'largest'> {
  const preset = presetFor(presets, film.width);
  return {
    preset: preset !== null && preset >= film.width ? preset : null,
    largest: Math.max(...presets),
  };
}

function scaledMatrix(matrix: readonly number[], frame: Size, film: Size): number[] {
  const [across, down] = [film.width / frame.width, film.height / frame.height];
  return matrix.map((number, at) => (at < 3 ? number * across : at < 6 ? number * down : number));
}

const dayText = (day: string) =>
  dateText(day, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
