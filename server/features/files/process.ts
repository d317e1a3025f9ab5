import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, ERRORS, isFaultOfFile } from '#domain/errors.ts';
import { tellOfFailure } from '#server/features/notifications/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { deriveFile } from './derive.ts';
import { jobFor, processFile, processVideo } from './jobs.ts';
import {
  findFile,
  findFileToProcess,
  holdSubmission,
  listProcessing,
  proposeRecordedDate,
  settleFile,
  type FileChanges,
} from './queries.ts';
import { announce } from './service.ts';
import { viewpointOf } from './viewpoint.ts';
import { fileIdOfRun, workFolder } from './work-folder.ts';

const JOBS = [processFile, processVideo];
const SYSTEM = { kind: 'system' } as const;

const GIVEN_UP = 'This file could not be processed after several tries. Please try again.';

/** Starts taking the jobs that make pictures and videos of stored originals. */
export async function registerFileJobs(ctx: Context): Promise<void> {
  for (const job of JOBS) {
    await ctx.queue.work(job, ({ fileId }, run) => processStored(ctx, fileId, run));
  }
}

/**
 * Reads a stored original and makes what is shown of it; afterwards the file is ready, or failed
 * with words. Rejects when the machine, not the file, is at fault, so that the queue tries again.
 */
export async function processStored(ctx: Context, fileId: string, run: JobRun): Promise<void> {
  const file = await ctx.db.as(SYSTEM, (tx) => findFileToProcess(tx, fileId));
  if (!file) return removeUnfinished(ctx, fileId);
  if (file.state !== 'processing') return;
  try {
    const learnt = await ctx.storage.withLocalFile(file.filePath, (path) =>
      deriveFile(ctx, file, path, run.signal),
    );
    await settle(ctx, fileId, { errorCode: null, errorMessage: null, ...learnt, state: 'ready' });
  } catch (error) {
    const isFault = isFaultOfFile(error);
    if (!isFault && (!run.isLastTry || run.signal.aborted)) throw error;
    if (!isFault) ctx.log.error({ err: error, fileId }, 'file given up');
    await settle(ctx, fileId, failure(error));
  }
}

function failure(error: unknown): FileChanges & { state: 'failed' } {
  const { code, message } =
    error instanceof AppError ? error : { code: 'INTERNAL' as const, message: ERRORS.INTERNAL[1] };
  return { state: 'failed', errorCode: code, errorMessage: message };
}

/** Ends the processing in one transaction. A file that was removed meanwhile leaves no bytes. */
async function settle(
  ctx: Context,
  fileId: string,
  changes: FileChanges & { state: 'ready' | 'failed' },
) {
  const isThere = await ctx.db.as(SYSTEM, async (tx) => {
    const file = await findFile(tx, fileId);
    const viewpoint = file && changes.state === 'ready' ? await viewpointOf(tx, file, changes) : {};
    if (file?.submissionId) await holdSubmission(tx, file.submissionId);
    const row = await settleFile(tx, fileId, { ...changes, ...viewpoint });
    if (!row) return (await findFile(tx, fileId)) !== undefined;
    if (row.submissionId && row.capturedLocal)
      await proposeRecordedDate(tx, row.submissionId, ctx.clock());
    if (row.state === 'failed') await tellOfFailure(ctx, tx, row);
    await announce(ctx, tx, row);
    return true;
  });
  if (!isThere) await removeUnfinished(ctx, fileId);
}

const removeUnfinished = (ctx: Context, fileId: string) =>
  ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [fileId] }));

/**
 * Finds files that are being processed by nobody: gives them a job, or, when their job was given up
 * because it ended the process every time, ends them with words. Clears what killed conversions left.
 */
export async function resumeProcessing(ctx: Context): Promise<void> {
  const work = workFolder(ctx.config);
  const folders = await readdir(work).catch(() => []);
  const processing = await ctx.db.as(SYSTEM, listProcessing);
  const busy = new Set(processing.map(({ id }) => id));
  const idle = folders.filter((name) => !busy.has(fileIdOfRun(name)));
  for (const name of idle) await rm(join(work, name), { recursive: true, force: true });
  if (processing.length === 0) return;
  const queued = await Promise.all(JOBS.map((job) => ctx.queue.list(job)));
  const cared = new Set(queued.flatMap(({ pending }) => pending.map(({ fileId }) => fileId)));
  const lost = new Set(queued.flatMap(({ givenUp }) => givenUp.map(({ fileId }) => fileId)));
  for (const { id, kind } of processing) {
    if (cared.has(id)) continue;
    if (lost.has(id)) await settle(ctx, id, failure(new AppError('INTERNAL', GIVEN_UP)));
    else await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, jobFor(kind), { fileId: id }));
  }
}
