import { PgBoss, type Job as BossJob } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { asOwner } from '../db/as-owner.ts';
import { afterCommit, type Database, type Tx } from '../db/database.ts';

/** What there is to do: a name and the shape of its payload, which is ids only. */
export type JobDefinition<P extends object> = { name: string; payload: z.ZodType<P>; concurrency: number };

export const defineJob = <P extends object>(job: JobDefinition<P>): JobDefinition<P> => job;

export type Queue = {
  /** Writes the job in the caller's transaction: it exists if and only if the change does. */
  enqueue<P extends object>(tx: Tx, job: JobDefinition<P>, payload: P): Promise<void>;
  /** Starts taking such jobs. A handler must be idempotent: a killed one runs again. */
  work<P extends object>(job: JobDefinition<P>, handler: (payload: P) => Promise<void>): Promise<void>;
  state(): Promise<{ ok: boolean; detail: string }>;
  /** Waits for running handlers, at most `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>;
};

// A killed worker misses its heartbeat and the job is taken up again; 10 s is the library's minimum.
const HEARTBEAT_SECONDS = 10;

/** A queue in PostgreSQL (pg-boss), made ready for the given jobs. */
export async function createQueue(
  database: Database,
  jobs: readonly { name: string }[],
  log: Logger,
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    monitorIntervalSeconds: 1,
    // One connection serves everything when embedded: keep the housekeeping rare.
    maintenanceIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  let failure: string | null = null;
  boss.on('error', (error) => {
    failure = error.message;
    log.warn({ err: error }, 'queue');
  });
  await boss.start();
  for (const { name } of jobs) {
    await boss.createQueue(name, {
      retryLimit: 5,
      retryBackoff: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 6 * 3600,
      deleteAfterSeconds: 24 * 3600,
    });
  }
  const workers = new Map<string, string>();

  return {
    async enqueue(tx, job, payload) {
      await boss.send(job.name, payload, { db: asOwner(tx) });
      afterCommit(tx, () => {
        const worker = workers.get(job.name);
        if (worker) boss.notifyWorker(worker);
      });
    },
    async work(job, handler) {
      const run = async ([task]: BossJob<object>[]) => {
        if (!task) return;
        const payload = job.payload.parse(task.data);
        await handler(payload).catch((error: unknown) => {
          log.error({ err: error, job: job.name, payload }, 'job failed');
          throw error;
        });
      };
      const options = { batchSize: 1, localConcurrency: job.concurrency, pollingIntervalSeconds: 2 };
      workers.set(job.name, await boss.work(job.name, options, run));
    },
    async state() {
      try {
        const rows = await database.pool.query<{ waiting: number }>(
          "select count(*)::int as waiting from pgboss.job where state in ('created', 'retry', 'active')",
        );
        failure = null;
        return { ok: true, detail: `${rows.rows[0]?.waiting ?? 0} jobs waiting` };
      } catch (error) {
        return { ok: false, detail: failure ?? (error instanceof Error ? error.message : String(error)) };
      }
    },
    stop: (timeoutMs = 10_000) => boss.stop({ graceful: true, timeout: timeoutMs, close: false }),
  };
}
