import type { Context } from '#server/platform/context.ts';
import { importKind } from './imports/import-kind.ts';
import { jobOf } from './jobs.ts';
import { listActive } from './queries.ts';
import { finishRun, runTransfer } from './runner.ts';
import { saveKind } from './saves/save-kind.ts';

const SYSTEM = { kind: 'system' } as const;

export async function registerDriveJobs(ctx: Context): Promise<void> {
  for (const carrier of [importKind(ctx), saveKind(ctx)]) {
    await ctx.queue.work(jobOf(carrier.direction), ({ transferId }, run) =>
      runTransfer(ctx, carrier, transferId, run),
    );
  }
}

/** Queues jobs for transfers without one. Stops transfers whose job ran out of attempts. */
export async function resumeTransfers(ctx: Context): Promise<void> {
  const transfers = await ctx.db.as(SYSTEM, listActive);
  if (transfers.length === 0) return;
  for (const direction of ['import', 'save'] as const) {
    const job = jobOf(direction);
    const { pending, failedJobs } = await ctx.queue.list(job);
    const withJob = new Set(pending.map(({ transferId }) => transferId));
    const withFailedJob = new Set(failedJobs.map(({ transferId }) => transferId));
    const idle = transfers.filter((one) => one.direction === direction && !withJob.has(one.id));
    for (const { id, runId } of idle) {
      if (withFailedJob.has(id)) await finishRun(ctx, { id, direction, runId }, 'INTERNAL');
      else await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, job, { transferId: id }));
    }
  }
}
