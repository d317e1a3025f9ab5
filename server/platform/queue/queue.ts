import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { afterCommit, type Database, type Tx } from '../db/database.ts';
import type { PartState } from '../part-state.ts';
import { countUndone, libraryClient, listJobs, reclaimJobs } from './queries.ts';

/** What there is to do: a name, the shape of its payload, which is ids only, and how many at once. */
export type JobDefinition<P extends object> = {
  name: string;
  payload: z.ZodType<P>;
  concurrency: number;
};

/** A kind of job with the types of its payload, for whoever writes one and whoever takes it. */
export const defineJob = <P extends object>(job: JobDefinition<P>): JobDefinition<P> => job;

/** One try of a job. `signal` is given when the process shuts down before the job is done. */
export type JobRun = { isLastTry: boolean; signal: AbortSignal };
export type JobHandler<P extends object> = (payload: P, run: JobRun) => Promise<void>;

export type Queue = {
  /** Writes the job in the caller's transaction: it exists if and only if the change does. */
  enqueue<P extends object>(tx: Tx, job: JobDefinition<P>, payload: P): Promise<void>;
  /** Starts taking such jobs. A handler must be idempotent: a killed one runs again. */
  work<P extends object>(job: JobDefinition<P>, handler: JobHandler<P>): Promise<void>;
  /** Payloads of the jobs that wait or run, and of those given up within a day. */
  list<P extends object>(job: JobDefinition<P>): Promise<{ pending: P[]; givenUp: P[] }>;
  /** For the health page; never rejects. */
  state(): Promise<PartState>;
  /** Waits for running handlers, at most `timeoutMs`; what is not done then runs again later. */
  stop(timeoutMs?: number): Promise<void>;
};

const HEARTBEAT_SECONDS = 10; // the least that the library takes
const RECLAIM_INTERVAL_MS = 5000;
/** Tries, and the longest pause between them: a full disk or a lost store gets about ten minutes. */
const RETRY = { retryLimit: 8, retryBackoff: true, retryDelayMax: 300 };

/** A queue in PostgreSQL (pg-boss), made ready for the given jobs. */
export async function createQueue(
  database: Database,
  jobs: readonly { name: string }[],
  log: Logger,
): Promise<Queue> {
  const boss = await startBoss(database, log);
  for (const { name } of jobs) await makeQueue(boss, name);
  // Embedded, no other process can be at work: what is active was left behind by one that died.
  await reclaimJobs(database, database.kind === 'embedded' ? 0 : HEARTBEAT_SECONDS);
  const reclaiming =
    database.kind === 'server' ? reclaimEvery(RECLAIM_INTERVAL_MS, database, log) : undefined;
  const workers = new Map<string, string[]>();
  const wake = (name: string) => workers.get(name)?.forEach((id) => boss.notifyWorker(id));

  return {
    async enqueue(tx, job, payload) {
      await boss.send(job.name, payload, { db: libraryClient(database, tx) });
      afterCommit(tx, () => wake(job.name));
    },

    async work(job, handler) {
      const ids: string[] = [];
      workers.set(job.name, ids);
      for (let slot = 0; slot < job.concurrency; slot++) {
        const run = async ([task]: JobWithMetadata[]) => {
          if (task) await attempt(job, handler, task, log);
          // Without this the worker would sleep until its next poll although more is waiting.
          boss.notifyWorker(ids[slot] ?? '');
        };
        const options = { batchSize: 1, includeMetadata: true as const, pollingIntervalSeconds: 2 };
        ids.push(await boss.work(job.name, options, run));
      }
    },

    async list(job) {
      const rows = await listJobs(database, job.name);
      const payloads = (wanted: (state: string) => boolean) =>
        rows.filter(({ state }) => wanted(state)).map(({ data }) => job.payload.parse(data));
      return {
        pending: payloads((state) => state !== 'failed'),
        givenUp: payloads((state) => state === 'failed'),
      };
    },

    state: () => stateOf(database),

    async stop(timeoutMs = 10_000) {
      clearInterval(reclaiming);
      const idle = [...workers.keys()].map((name) => boss.offWork(name, { wait: true }));
      const patience = new AbortController();
      const late = delay(timeoutMs, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(idle), late]);
      patience.abort();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

async function startBoss(database: Database, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: libraryClient(database),
    // Housekeeping is rare, because one connection serves everything when embedded. What must be
    // quick, jobs of a killed process, is looked after by `reclaimJobs`.
    schedule: false,
    maintenanceIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  return boss.start();
}

async function makeQueue(boss: PgBoss, name: string) {
  const options = {
    ...RETRY,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 24 * 3600,
  };
  await boss.createQueue(name, options);
  // A queue of an earlier version keeps its old options otherwise.
  await boss.updateQueue(name, options);
  // Fills the library's cache: inside a transaction it could not ask for the queue any more.
  await boss.findJobs(name, { key: 'none' });
}

async function attempt<P extends object>(
  job: JobDefinition<P>,
  handler: JobHandler<P>,
  task: JobWithMetadata,
  log: Logger,
) {
  const isLastTry = task.retryCount >= task.retryLimit;
  try {
    await handler(job.payload.parse(task.data), { isLastTry, signal: task.signal });
  } catch (error) {
    log.error({ err: error, job: job.name, payload: task.data, isLastTry }, 'job failed');
    throw error;
  }
}

function reclaimEvery(interval: number, database: Database, log: Logger) {
  const timer = setInterval(() => {
    reclaimJobs(database, HEARTBEAT_SECONDS).catch((error: unknown) =>
      log.warn({ err: error }, 'queue'),
    );
  }, interval);
  return timer.unref();
}

async function stateOf(database: Database): Promise<PartState> {
  try {
    return { ok: true, detail: `${await countUndone(database)} jobs waiting` };
  } catch (error) {
    return { ok: false, detail: 'the jobs cannot be read', error };
  }
}
