import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { storable } from '#domain/storable-text.ts';
import { afterCommit, type Database, type Tx } from '../db/database.ts';
import { inLogScope } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { PartState } from '../part-state.ts';
import {
  countJobs,
  libraryClient,
  listGivenUp,
  listJobs,
  reclaimJobs,
  renewJobs,
  type GivenUpJob,
  type JobCounts,
} from './queries.ts';

export type { GivenUpJob, JobCounts } from './queries.ts';

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
  /**
   * Writes the job in the caller's transaction: it exists if and only if the change does. One that `isBehind` is taken
   * when none of its kind waits that is not, however long those have waited.
   */
  enqueue<P extends object>(
    tx: Tx,
    job: JobDefinition<P>,
    payload: P,
    order?: { isBehind: boolean },
  ): Promise<void>;
  /** Starts taking such jobs; rejects for one that has no queue. A handler must be idempotent: a killed one runs again. */
  work<P extends object>(job: JobDefinition<P>, handler: JobHandler<P>): Promise<void>;
  /** Payloads of the jobs that wait or run, and of those given up within a day. */
  list<P extends object>(job: JobDefinition<P>): Promise<{ pending: P[]; givenUp: P[] }>;
  /** How many jobs of each kind there are, kinds without any included. */
  counts(): Promise<JobCounts[]>;
  /** The jobs given up within a day, the last first, `limit` at most. */
  givenUp(limit: number): Promise<GivenUpJob[]>;
  /**
   * Has the job of that id, or all that were given up, tried again after the commit, with all tries before them.
   * Answers them: none when no such job is given up.
   */
  retry(tx: Tx, which: { id: string } | 'all'): Promise<Pick<GivenUpJob, 'name' | 'data'>[]>;
  /** For the health page; never rejects. */
  state(): Promise<PartState>;
  /** Waits for running handlers, at most `timeoutMs`; what is not done then runs again later. */
  stop(timeoutMs?: number): Promise<void>;
};

const HEARTBEAT_SECONDS = 10; // the least that the library takes
const RECLAIM_INTERVAL_MS = 5000;
/** Tries, and the longest pause between them: a full disk or a lost store gets about ten minutes. */
const RETRY = { retryLimit: 8, retryBackoff: true, retryDelayMax: 300 };
/** How often a worker that nothing wakes looks for jobs, and the first of a kind for those of other processes. */
const LOOK_SECONDS = 30;
const LOOK_SECONDS_AMONG_PROCESSES = 2;

/** A queue in PostgreSQL (pg-boss), made ready for the given jobs. */
export async function createQueue(
  database: Database,
  jobs: readonly { name: string }[],
  log: Logger,
  metrics?: Pick<Metrics, 'jobTook'>,
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
    async enqueue(tx, job, payload, { isBehind } = { isBehind: false }) {
      const priority = isBehind ? -1 : 0;
      await boss.send(job.name, payload, { priority, db: libraryClient(database, tx) });
      afterCommit(tx, () => wake(job.name));
    },

    async work(job, handler) {
      // The library would ask for ever, and say so only in the log.
      if (!jobs.some(({ name }) => name === job.name))
        throw new Error(
          `There is no queue for the job ${job.name}: server/jobs.ts names them all.`,
        );
      const ids: string[] = [];
      workers.set(job.name, ids);
      for (let slot = 0; slot < job.concurrency; slot++) {
        const run = async ([task]: JobWithMetadata[]) => {
          // More may be waiting, and the others sleep.
          boss.notifyWorker(ids[slot + 1] ?? '');
          const goOn = () => boss.notifyWorker(ids[slot] ?? '');
          if (task) await attempt(job, handler, task, { log, metrics, wake }).finally(goOn);
        };
        const isOfOthers = slot === 0 && database.kind === 'server';
        const pollingIntervalSeconds = isOfOthers ? LOOK_SECONDS_AMONG_PROCESSES : LOOK_SECONDS;
        const options = { batchSize: 1, includeMetadata: true as const, pollingIntervalSeconds };
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

    counts: () => countsOf(database, jobs),

    givenUp: (limit) => listGivenUp(database, limit),

    async retry(tx, which) {
      const renewed = await renewJobs(tx, which);
      const names = new Set(renewed.map(({ name }) => name));
      afterCommit(tx, () => names.forEach(wake));
      return renewed;
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
      // Their jobs wait for another try by now: what cut off handlers still tell meets a database that is closed.
      boss.removeAllListeners('error').on('error', (error) => log.debug({ err: error }, 'queue'));
    },
  };
}

/** After how many seconds a job that failed is due at the latest, as pg-boss counts them (`failJobs` in its plans). */
const longestPause = (retryCount: number) =>
  Math.min(RETRY.retryDelayMax, 2 ** (retryCount + 1)) + 1;

async function countsOf(database: Database, jobs: readonly { name: string }[]) {
  const rows = new Map((await countJobs(database)).map((row) => [row.name, row]));
  const none = { waiting: 0, running: 0, givenUp: 0, waitingSince: null };
  return jobs.map(({ name }) => rows.get(name) ?? { name, ...none });
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

type Around = {
  log: Logger;
  metrics: Pick<Metrics, 'jobTook'> | undefined;
  wake: (name: string) => void;
};

const attempt = <P extends object>(
  job: JobDefinition<P>,
  handler: JobHandler<P>,
  task: JobWithMetadata,
  around: Around,
) =>
  inLogScope({ job: job.name, jobId: task.id }, () =>
    tryOnce(job, handler, task, around).catch(throwStorable),
  );

/** The library stores why a job failed as JSON in the database. */
function throwStorable(error: unknown): never {
  throw new Error(storable(error instanceof Error ? error.message : String(error)));
}

async function tryOnce<P extends object>(
  job: JobDefinition<P>,
  handler: JobHandler<P>,
  task: JobWithMetadata,
  { log, metrics, wake }: Around,
) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const isLastTry = task.retryCount >= task.retryLimit;
  try {
    await handler(job.payload.parse(task.data), { isLastTry, signal: task.signal });
    metrics?.jobTook(job.name, 'done', seconds());
  } catch (error) {
    const about = { err: error, job: job.name, payload: task.data, isLastTry };
    if (task.signal.aborted) log.info(about, 'job cut off');
    else log.error(about, 'job failed');
    metrics?.jobTook(job.name, 'failed', seconds());
    setTimeout(() => wake(job.name), longestPause(task.retryCount) * 1000).unref();
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
    const counts = await countJobs(database);
    const waiting = counts.reduce((sum, job) => sum + job.waiting + job.running, 0);
    const givenUp = counts.reduce((sum, job) => sum + job.givenUp, 0);
    const detail = `${waiting} jobs waiting`;
    if (givenUp === 0) return { ok: true, detail };
    const jobs = givenUp === 1 ? '1 background job' : `${givenUp} background jobs`;
    return { ok: true, detail, warning: `${jobs} failed in the last day.` };
  } catch (error) {
    return { ok: false, detail: 'the jobs cannot be read', error };
  }
}
