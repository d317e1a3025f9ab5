import { AppError } from '#domain/errors.ts';
import { GIVEN_UP_SHOWN, type StorageUse, type SystemState } from '#domain/system.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { fileOf, presentFailedJob, presentStorage } from './present.ts';
import { findFileNames, readStored } from './queries.ts';

export async function readSystem(ctx: Context, viewer: Viewer): Promise<SystemState> {
  const counts = await ctx.queue.counts();
  const givenUp = await ctx.queue.listFailed(GIVEN_UP_SHOWN);
  const ids = givenUp.map(fileOf).filter((id) => id !== null);
  const files = ids.length === 0 ? [] : await ctx.db.ask(viewer, (tx) => findFileNames(tx, ids));
  const named = new Map(files.map((file) => [file.id, file]));
  return {
    jobs: counts.map((row) => ({
      ...row,
      waitingSince: row.waitingSince?.toISOString() ?? null,
    })),
    givenUp: givenUp.map(presentFailedJob(named)),
  };
}

export async function readStorage(ctx: Context, viewer: Viewer): Promise<StorageUse> {
  const rows = await ctx.db.ask(viewer, readStored);
  // The health check reports an unreachable bucket or disk.
  return presentStorage(rows, await ctx.storage.space().catch(() => null));
}

/** Throws JOB_NOT_FOUND unless the job has failed for good. */
export const retryJob = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const [job] = await ctx.queue.retry(tx, { id });
    if (!job) throw new AppError('JOB_NOT_FOUND');
    const fileId = fileOf(job);
    const detail = { job: job.name, ...(fileId && { fileId }) };
    await ctx.record(tx, { type: 'job.retried', id, detail });
    return { id };
  });

export const retryAllJobs = (ctx: Context, viewer: Viewer) =>
  ctx.db.as(viewer, async (tx) => {
    const { length: count } = await ctx.queue.retry(tx, 'all');
    if (count > 0) await ctx.record(tx, { type: 'job.retried', id: null, detail: { count } });
    return { count };
  });
