import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError, ERRORS, isFileFault } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { deriveFile } from './derive.ts';
import type { Derived } from './derived.ts';
import { placeWaiting, reconsiderOthers } from './elsewhere/waiting.ts';
import {
  jobFor,
  placeWaitingPhotos,
  processFile,
  processRaster,
  processVideo,
  sortSets,
} from './jobs.ts';
import { recordPosterFailure, isPosterPending, remakePoster, removePictures } from './poster.ts';
import {
  findFile,
  findFileToProcess,
  lockProject,
  lockSubmission,
  listProcessing,
  proposeRecordedDate,
  settleFile,
  writeProgress,
  type FileChanges,
  type FileToProcess,
} from './queries.ts';
import { hintsFor, upsertRaster, type RasterHints } from './rasters/queries.ts';
import { pairRawsAgain, sortIntoSets } from './sets/sets.ts';
import { withCancellation } from './with-cancellation.ts';
import { timeVideos } from './video-times/time-videos.ts';
import { fileIdOfRun, workFolder } from './work-folder.ts';

const JOBS = [processFile, processVideo, processRaster];
const SYSTEM = { kind: 'system' } as const;

const GIVEN_UP_MESSAGE =
  'This file could not be processed after several attempts. Please try again.';

export async function registerFileJobs(ctx: Context): Promise<void> {
  for (const job of JOBS) {
    await ctx.queue.work(job, ({ fileId }, run) => processStored(ctx, fileId, run));
  }
  await ctx.queue.work(sortSets, ({ fileId }) => pairRawsAgain(ctx, fileId));
  await ctx.queue.work(placeWaitingPhotos, () => placeWaiting(ctx));
}

/** Sets the file to ready or failed. Rejects if the error isn't the file's fault, so that the queue retries. */
export async function processStored(ctx: Context, fileId: string, run: JobRun): Promise<void> {
  const file = await ctx.db.as(SYSTEM, (tx) => findFileToProcess(tx, fileId));
  if (!file) return removeUnfinished(ctx, fileId);
  if (isPosterPending(file)) return remakePoster(ctx, file, run);
  if (file.state !== 'processing') return;
  const hints = await ctx.db.as(SYSTEM, (tx) => hintsFor(tx, file));
  try {
    const facts = await withCancellation(ctx, fileId, run.signal, (signal) =>
      ctx.storage.withLocalFile(file.filePath, (path) =>
        deriveFile(ctx, withActualKind(file, hints), path, {
          signal,
          onPercent: progressReporter(ctx, fileId),
          hints,
        }),
      ),
    );
    await finishProcessing(ctx, fileId, {
      errorCode: null,
      errorMessage: null,
      ...facts,
      state: 'ready',
      hints,
    });
    const { posterVersion: from, posterChoice: before } = file;
    if (facts.posterVersion) await removePictures(ctx, fileId, { from, before });
  } catch (error) {
    const isFault = isFileFault(error);
    if (!isFault && (!run.isLastTry || run.signal.aborted)) throw error;
    if (!isFault) ctx.log.error({ err: error, fileId }, 'file processing failed');
    await finishProcessing(ctx, fileId, failure(error));
  }
}

/** Bands and tiles are read like photos, and pictures with a world file like maps. */
function withActualKind(file: FileToProcess, { worldFile }: RasterHints): FileToProcess {
  const isPicture = file.kind === 'photo' || (file.kind === 'other' && file.part !== null);
  if (!isPicture) return file;
  return { ...file, kind: worldFile === null ? 'photo' : 'raster' };
}

const PROGRESS_MS = 2000;

/** Reporting never delays the conversion or makes it fail. */
function progressReporter(ctx: Context, fileId: string): (percent: number) => void {
  let last = Date.now();
  return (percent) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    const write = ctx.db.as(SYSTEM, async (tx) => {
      const row = await writeProgress(tx, fileId, percent);
      if (row) await ctx.record(tx, { type: 'file.changed', file: row });
    });
    write.catch((err: unknown) => ctx.log.warn({ err, fileId }, 'failed to report progress'));
  };
}

function failure(error: unknown): FileChanges & { state: 'failed' } {
  const { code, message } =
    error instanceof AppError ? error : { code: 'INTERNAL' as const, message: ERRORS.INTERNAL[1] };
  return { state: 'failed', errorCode: code, errorMessage: message };
}

/** Stores everything in one transaction. If the file was deleted during processing, removes its bytes. */
async function finishProcessing(
  ctx: Context,
  fileId: string,
  { map, hints, ...changes }: Derived & { state: 'ready' | 'failed'; hints?: RasterHints },
) {
  const exists = await ctx.db.as(SYSTEM, async (tx) => {
    const file = await findFile(tx, fileId);
    const isPhoto = changes.state === 'ready' && (changes.kind ?? file?.kind) === 'photo';
    if (file?.projectId && isPhoto) await lockProject(tx, file.projectId);
    if (file?.submissionId) await lockSubmission(tx, file.submissionId);
    if (file && hints && !isDeepStrictEqual(hints, await hintsFor(tx, file))) {
      // During processing, staff changed the file's type or location, or uploaded a sidecar.
      await ctx.queue.enqueue(tx, jobFor(file.kind), { fileId });
      return true;
    }
    const row = await settleFile(tx, fileId, changes);
    if (!row) return (await findFile(tx, fileId)) !== undefined;
    const { projectId } = row;
    if (isPhoto && projectId)
      await ctx.record(tx, { type: 'photo.located', fileId, projectId, isElsewhere: null });
    if (map) await upsertRaster(tx, fileId, map);
    if (isPhoto) {
      await sortIntoSets(ctx, tx, row);
      await reconsiderOthers(ctx, tx, row);
    }
    await timeVideos(ctx, tx, row);
    if (row.submissionId && (row.capturedLocal || row.kind === 'video'))
      await proposeRecordedDate(tx, row.submissionId, ctx.clock());
    const type = row.state === 'failed' ? 'file.failed' : 'file.ready';
    await ctx.record(tx, { type, id: fileId, file: row });
    return true;
  });
  if (!exists) await removeUnfinished(ctx, fileId);
}

const removeUnfinished = (ctx: Context, fileId: string) =>
  ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [fileId] }));

/** Requeues files without a job, fails files that crash every time, and removes leftovers of killed conversions. */
export async function resumeProcessing(ctx: Context): Promise<void> {
  const work = workFolder(ctx.config);
  const folders = await readdir(work).catch(() => []);
  const processing = await ctx.db.as(SYSTEM, listProcessing);
  const busy = new Set(processing.map(({ id }) => id));
  const idle = folders.filter((name) => !busy.has(fileIdOfRun(name)));
  for (const name of idle) await rm(join(work, name), { recursive: true, force: true });
  if (processing.length === 0) return;
  const queued = await Promise.all(JOBS.map((job) => ctx.queue.list(job)));
  const pendingIds = new Set(queued.flatMap(({ pending }) => pending.map(({ fileId }) => fileId)));
  const lost = new Set(queued.flatMap(({ failedJobs }) => failedJobs.map(({ fileId }) => fileId)));
  for (const { id, kind, state } of processing) {
    if (pendingIds.has(id)) continue;
    const isPoster = state === 'ready';
    const job = isPoster ? processFile : jobFor(kind);
    if (lost.has(id) && isPoster) await recordPosterFailure(ctx, id);
    else if (lost.has(id))
      await finishProcessing(ctx, id, failure(new AppError('INTERNAL', GIVEN_UP_MESSAGE)));
    else await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, job, { fileId: id }));
  }
}
