import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import { initialProgress, type ArtifactKind } from './request.ts';
import { findPending, isThere, updatePending, type Row, type Table } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const PROGRESS_MS = 1000;

/** An error that a retry wouldn't fix. */
export class PermanentError extends Error {}

/** `signal` aborts when the process shuts down or the row is removed. */
export type Progress = { signal: AbortSignal; setPercent: (percent: number) => void };

type RowUpdate = (tx: Tx) => Promise<boolean>;

type Making<Made> = {
  table: Table | 'downloads' | 'backupRuns';
  id: string;
  run: JobRun;
  make: (progress: Progress) => Promise<Made>;
  /** Each of these updates the row and returns whether it was updated. */
  progressed: (percent: number) => RowUpdate;
  ready: (made: Made) => RowUpdate;
  failed: (error: unknown) => RowUpdate;
};

/**
 * Returns whether the result is ready. After a PermanentError or the last attempt, the row becomes failed; other errors
 * are rethrown so that the queue retries. If the row was removed, its files are deleted.
 */
export async function makeOnDemand<Made>(
  ctx: Pick<Context, 'db' | 'queue' | 'log'>,
  { table, id, run, make, progressed, ready, failed }: Making<Made>,
): Promise<boolean> {
  const cancelled = new AbortController();
  let last = Date.now();
  const setPercent = (percent: number): void => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    ctx.db.as(SYSTEM, progressed(percent)).then(
      (isWanted) => isWanted || cancelled.abort(),
      (err: unknown) => ctx.log.warn({ err, table, id }, 'failed to report progress'),
    );
  };
  const end = (write: RowUpdate) =>
    ctx.db.as(SYSTEM, async (tx) => {
      const isWritten = await write(tx);
      if (!isWritten && !(await isThere(tx, table, id))) await enqueueRemoval(ctx, tx, [id]);
      return isWritten;
    });
  try {
    const made = await make({
      signal: AbortSignal.any([run.signal, cancelled.signal]),
      setPercent,
    });
    return await end(ready(made));
  } catch (error) {
    if (cancelled.signal.aborted) return end(async () => false);
    const isFinal = error instanceof PermanentError || (run.isLastTry && !run.signal.aborted);
    if (!isFinal) throw error;
    ctx.log.error({ err: error, table, id }, 'creation failed');
    await end(failed(error));
    return false;
  }
}

/** `make` returns the file's size in bytes. Does nothing unless the row's state is `making`. */
export async function makeArtifact<T extends Table>(
  ctx: Pick<Context, 'db' | 'queue' | 'log' | 'clock'>,
  kind: ArtifactKind<T>,
  { id, run }: { id: string; run: JobRun },
  make: (row: Row<T>, progress: Progress) => Promise<number>,
): Promise<boolean> {
  const { table } = kind;
  const row = await ctx.db.as(SYSTEM, (tx) => findPending(tx, table, id));
  if (!row) return false;
  const write =
    (changes: Parameters<typeof updatePending>[3]): RowUpdate =>
    (tx) =>
      updatePending(tx, table, id, { ...changes, updatedAt: ctx.clock() });
  return makeOnDemand(ctx, {
    table,
    id,
    run,
    make: (progress) => make(row, progress),
    progressed: (percent) => write({ percent }),
    ready: (fileSize) => write({ state: 'ready', percent: 100, fileSize }),
    failed: () => write({ state: 'failed', ...initialProgress(kind) }),
  });
}
