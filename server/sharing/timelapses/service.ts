import type { DeletionFacts } from '#domain/events.ts';
import { AppError } from '#domain/errors.ts';
import { FilmSize, type Timelapse, type TimelapseOptions } from '#domain/timelapses.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { Requester } from '#server/platform/http/requester.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import {
  requestArtifact,
  keyOf,
  stalledSince,
  present,
  sweep,
} from '#server/sharing/artifact/request.ts';
import { findArtifact, updatePending, type Facts } from '#server/sharing/artifact/queries.ts';
import { asRequester } from '#server/sharing/downloads/service.ts';
import { timelapseUrl } from './url.ts';
import { contentIn, TimelapseContent } from './content.ts';
import { timelapseFileName } from './file-name.ts';
import { TIMELAPSE } from './jobs.ts';
import { countVisible, findReady, listTimelapseIds, removeOld } from './queries.ts';

export { sharedTimelapsesIn } from './shared.ts';

const SYSTEM = { kind: 'system' } as const;

type Wanted = { viewpointId: string; size: FilmSize; look: TimelapseOptions };

/** Throws VIEWPOINT_NOT_FOUND, TIMELAPSE_TOO_SHORT or NOT_SIGNED_IN. */
export async function timelapseFor(
  ctx: Context,
  viewer: Viewer,
  { again, ...wanted }: Wanted & { again: boolean },
): Promise<Timelapse> {
  const content = await contentFor(ctx, viewer, wanted);
  const fileName = timelapseFileName(content, wanted.look);
  const request = { ofId: wanted.viewpointId, content, fileName, again };
  return presentFilm(ctx, viewer, await requestArtifact(ctx, TIMELAPSE, request), wanted);
}

/** Finds a time-lapse that is being created with these options, in any size. Throws VIEWPOINT_NOT_FOUND. */
export async function findFilmInProgress(
  ctx: Context,
  viewer: Viewer,
  played: Omit<Wanted, 'size'>,
): Promise<{ film: Timelapse | null }> {
  const since = stalledSince(ctx, TIMELAPSE);
  for (const size of FilmSize.options) {
    const content = await ctx.db.as(viewer, (tx) => contentIn(ctx, tx, { ...played, size }));
    if (!content) break;
    const row = await ctx.db.as(SYSTEM, (tx) =>
      findArtifact(tx, 'timelapses', played.viewpointId, keyOf(content)),
    );
    if (row?.state === 'making' && row.updatedAt >= since) {
      return { film: presentFilm(ctx, viewer, row, { size }) };
    }
  }
  return { film: null };
}

/** Keeps stored parts for a retry. Throws VIEWPOINT_NOT_FOUND, TIMELAPSE_TOO_SHORT or TIMELAPSE_NOT_FOUND. */
export async function cancelTimelapse(
  ctx: Context,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Timelapse> {
  const key = keyOf(await contentFor(ctx, viewer, wanted));
  const row = await ctx.db.as(SYSTEM, async (tx) => {
    const found = await findArtifact(tx, 'timelapses', wanted.viewpointId, key);
    if (!found) throw new AppError('TIMELAPSE_NOT_FOUND');
    const stopped = { state: 'cancelled', updatedAt: ctx.clock() } as const;
    const isStopped = await updatePending(tx, 'timelapses', found.id, stopped);
    return isStopped ? { ...found, ...stopped } : found;
  });
  return presentFilm(ctx, viewer, row, wanted);
}

async function contentFor(ctx: Context, viewer: Viewer, wanted: Wanted): Promise<TimelapseContent> {
  const content = await ctx.db.as(viewer, (tx) => contentIn(ctx, tx, wanted));
  if (!content) throw new AppError('TIMELAPSE_TOO_SHORT');
  return content;
}

const presentFilm = (
  ctx: Context,
  viewer: Viewer,
  row: Facts<'timelapses'>,
  { size }: Pick<Wanted, 'size'>,
): Timelapse => ({
  size,
  ...present(viewer, row, (recipient) => timelapseUrl(ctx.signer, recipient, row.id)),
});

export type OpenedTimelapse = {
  id: string;
  fileName: string;
  fileSize: number;
  check: () => Promise<void>;
};

const FILMS = { allows: 'showTimelapses', notFound: 'TIMELAPSE_NOT_FOUND' } as const;

/** The requester must be able to see every photo. Throws TIMELAPSE_NOT_FOUND or SHARE_PASSWORD_REQUIRED. */
export async function openTimelapse(
  ctx: Context,
  requester: Requester,
  id: string,
): Promise<OpenedTimelapse> {
  const row = await ctx.db.as(SYSTEM, (tx) => findReady(tx, id));
  if (!row) throw new AppError('TIMELAPSE_NOT_FOUND');
  const { shots } = TimelapseContent.parse(row.content);
  const fileIds = shots.map(({ fileId }) => fileId);
  const check = async () => {
    const seen = await asRequester(ctx, requester, FILMS, (tx) =>
      countVisible(tx, row.viewpointId, fileIds),
    );
    if (seen !== fileIds.length) throw new AppError('TIMELAPSE_NOT_FOUND');
  };
  await check();
  return { id, fileName: row.fileName, fileSize: row.fileSize, check };
}

/** Call before the rows are deleted. The files are deleted after the commit. */
export async function removeTimelapsesOf(
  ctx: Pick<Context, 'queue'>,
  tx: Tx,
  { thing: { kind, id } }: DeletionFacts,
): Promise<void> {
  if (kind === 'project') await enqueueRemoval(ctx, tx, await listTimelapseIds(tx, id));
}

export const sweepTimelapses = (ctx: Pick<Context, 'db' | 'clock' | 'queue'>): Promise<void> =>
  sweep(ctx, TIMELAPSE, removeOld);
