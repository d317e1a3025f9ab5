import { AppError } from '#domain/errors.ts';
import { holdProject } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findViewpoint, holdPhotos, insertPoses } from './history/queries.ts';
import { registerPhoto } from './jobs.ts';

type Held = NonNullable<Awaited<ReturnType<typeof findViewpoint>>>;
type HeldPhoto = Awaited<ReturnType<typeof holdPhotos>>[number];

/**
 * A viewpoint, whose project is held: what photos are of which viewpoint is decided by one after the other.
 * VIEWPOINT_NOT_FOUND.
 */
export async function held(tx: Tx, id: string): Promise<Held> {
  const found = await findViewpoint(tx, id);
  if (!found || !(await holdProject(tx, found.projectId)))
    throw new AppError('VIEWPOINT_NOT_FOUND');
  // It may have been merged while the project was waited for.
  const viewpoint = await findViewpoint(tx, id);
  if (!viewpoint) throw new AppError('VIEWPOINT_NOT_FOUND');
  return viewpoint;
}

/** Has photos laid on the reference of the viewpoint that they are of now. */
export async function layAnew(ctx: Context, tx: Tx, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await ctx.queue.enqueue(tx, registerPhoto, { fileId });
}

/** These photos, held. PHOTO_OF_NO_VIEWPOINT when one is none of a week of the project. */
export async function photosOf(tx: Tx, projectId: string, fileIds: readonly string[]) {
  const photos = await holdPhotos(tx, projectId, fileIds);
  if (photos.length !== new Set(fileIds).size) throw new AppError('PHOTO_OF_NO_VIEWPOINT');
  return photos;
}

type Pose = {
  latitude: number;
  longitude: number;
} & Pick<HeldPhoto, 'relativeAltitude' | 'gimbalYaw' | 'gimbalPitch'> &
  Facts;
type Facts = Pick<HeldPhoto, 'lens' | 'focalLength' | 'equivalentFocalLength'>;

/** The lens that a photo was taken with. */
export const lensOf = ({ lens, focalLength, equivalentFocalLength }: Facts): Facts => ({
  lens,
  focalLength,
  equivalentFocalLength,
});

/** Where a photo was taken from and through which lens, when the place is known. */
export function poseOf(photo: HeldPhoto): Pose[] {
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = photo;
  if (latitude === null || longitude === null) return [];
  return [{ latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, ...lensOf(photo) }];
}

/** Later photos from there are of the viewpoint, too. */
export async function learn(tx: Tx, viewpointId: string, poses: readonly Pose[]): Promise<void> {
  if (poses.length > 0)
    await insertPoses(
      tx,
      poses.map((pose) => ({ viewpointId, ...pose })),
    );
}

/** Says in words that the name is another's. */
export async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error) === 'viewpoints_name_key')
      throw new AppError('VIEWPOINT_NAME_TAKEN');
    throw error;
  }
}
