import { AppError, ERRORS, isFileFault, isPreviewFault } from '#domain/errors.ts';
import { assertMomentFits } from '#domain/chapters.ts';
import { PRESETS } from '#domain/pictures.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { derivePoster } from './derive.ts';
import { processFile } from './jobs.ts';
import { presentStaffFile } from './present.ts';
import {
  choosePoster,
  failPoster,
  findFile,
  settlePoster,
  type FileChanges,
  type FileToProcess,
} from './queries.ts';

const SYSTEM = { kind: 'system' } as const;

/** Null lets the product choose. Throws FILE_NOT_FOUND, FILE_BUSY, NOT_A_VIDEO or MOMENT_OUTSIDE_VIDEO. */
export const setPoster = (
  ctx: Context,
  viewer: Viewer,
  { id, seconds }: { id: string; seconds: number | null },
) =>
  ctx.db.as(viewer, async (tx) => {
    const row = await choosePoster(tx, id, seconds);
    if (!row) throw new AppError('FILE_NOT_FOUND');
    assertMomentFits(row, seconds ?? 0);
    if (row.state !== 'ready') throw new AppError('FILE_BUSY');
    // In the queue for photos: a frame takes only a second and shouldn't wait for video conversions.
    await ctx.queue.enqueue(tx, processFile, { fileId: id });
    await ctx.record(tx, { type: 'file.picture-chosen', id, detail: { seconds }, file: row });
    return presentStaffFile(ctx.signer, viewer, row);
  });

export const isPosterPending = ({
  state,
  posterVersion,
  posterChoice,
}: Pick<FileToProcess, 'state' | 'posterVersion' | 'posterChoice'>): boolean =>
  state === 'ready' && posterVersion < posterChoice;

/** Rejects for a retry if the error isn't the file's fault and attempts are left; otherwise records the failure. */
export async function remakePoster(ctx: Context, file: FileToProcess, run: JobRun): Promise<void> {
  try {
    const made = await ctx.storage.withLocalFile(file.filePath, (path) =>
      derivePoster(ctx, file, path, run.signal),
    );
    await finishPoster(ctx, file, made);
  } catch (error) {
    const isFinal =
      isFileFault(error) || isPreviewFault(error) || (run.isLastTry && !run.signal.aborted);
    if (!isFinal) throw error;
    ctx.log.warn({ err: error, fileId: file.id }, 'failed to create a picture of a video');
    await recordPosterFailure(ctx, file.id);
  }
}

export const recordPosterFailure = (ctx: Context, fileId: string): Promise<void> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const row = await failPoster(tx, fileId, ERRORS.POSTER_FAILED[1]);
    if (row) await ctx.record(tx, { type: 'file.changed', file: row });
  });

async function finishPoster(
  ctx: Context,
  { id, posterVersion, posterChoice }: FileToProcess,
  made: FileChanges,
) {
  const current = await ctx.db.as(SYSTEM, async (tx) => {
    const row = await settlePoster(tx, id, posterChoice, made);
    if (row) await ctx.record(tx, { type: 'file.changed', file: row });
    return row ?? (await findFile(tx, id));
  });
  // Also remove the new pictures if the video was deleted or a later choice is already shown.
  const shown = current?.posterVersion ?? Infinity;
  await removePictures(ctx, id, { from: posterVersion, before: Math.min(shown, posterChoice + 1) });
}

/** Removes versions from `from` to `before`, exclusive. */
export async function removePictures(
  { storage }: Pick<Context, 'storage'>,
  id: string,
  { from, before }: { from: number; before: number },
): Promise<void> {
  for (let version = from; version < before; version++) {
    for (const preset of PRESETS) await storage.remove(presetKey(id, preset, version));
  }
}
