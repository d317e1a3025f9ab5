import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { storable } from '#domain/storable-text.ts';
import { afterCommit, type Database, type Tx } from '../db/database.ts';
import { runInLogScope } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { PartState } from '../part-state.ts';
import {
  countJobs,
  libraryClient,
  listFailedJobs,
  listJobs,
  reclaimJobs,
  requeueJobs,
  type FailedJob,
  type JobCounts,
} from './queries.ts';

export type { FailedJob, JobCounts } from './queries.ts';

/** The payload holds only IDs. */
export type JobDefinition<P extends object> = {
  name: string;
  payload: z.ZodType<P>;
  concurrency: number;
};

export const defineJob = <P extends object>(job: JobDefinition<P>): JobDefinition<P> => job;

/** `signal` aborts if the process shuts down before the job is done. */
export type JobRun = { isLastTry: boolean; signal: AbortSignal };
export type JobHandler<P extends object> = (payload: P, run: JobRun) => Promise<void>;

export type Queue = {
  /** A job that `isBehind` runs only when no other job of its kind is waiting. */
  enqueue<P extends object>(
    tx: Tx,
    job: JobDefinition<P>,
    payload: P,
    order?: { isBehind: boolean },
  ): Promise<void>;
  /** Rejects for a job without a queue. Handlers must be idempotent: a job whose process is killed runs again. */
  work<P extends object>(job: JobDefinition<P>, handler: JobHandler<P>): Promise<void>;
  /** `failedJobs` failed permanently in the last day. */
  list<P extends object>(job: JobDefinition<P>): Promise<{ pending: P[]; failedJobs: P[] }>;
  counts(): Promise<JobCounts[]>;
  listFailed(limit: number): Promise<FailedJob[]>;
  /** Retries failed jobs after the commit, with a new set of attempts. */
  retry(tx: Tx, which: { id: string } | 'all'): Promise<Pick<FailedJob, 'name' | 'data'>[]>;
  state(): Promise<PartState>;
  /** Unfinished jobs run again later. */
  stop(timeoutMs?: number): Promise<void>;
};

const HEARTBEAT_SECONDS = 10; // the library's minimum
const RECLAIM_INTERVAL_MS = 5000;
/** Retries for about ten minutes, in case a disk is full or storage is unreachable. */
const RETRY = { retryLimit: 8, retryBackoff: true, retryDelayMax: 300 };
/**
 * How often an idle worker polls. The first worker of each kind polls faster, to find jobs queued by other processes.
 */
const POLL_SECONDS = 30;
const SHARED_POLL_SECONDS = 2;

export async function createQueue(
  database: Database,
  jobs: readonly { name: string }[],
  log: Logger,
  metrics?: Pick<Metrics, 'recordJob'>,
): Promise<Queue> {
  const boss = await startBoss(database, log);
  for (const { name } of jobs) await ensureQueue(boss, name);
  // With the embedded database, no other process can be working, so active jobs were left by a process that died.
  await reclaimJobs(database, database.kind === 'embedded' ? 0 : HEARTBEAT_SECONDS);
  const reclaiming =
    database.kind === 'server' ? reclaimEvery(RECLAIM_INTERVAL_MS, database, log) : undefined;
  const workers = new Map<string, string[]>();
  const wake = (name: string) => workers.get(name)?.forEach((id) => boss.notifyWorker(id));

  return {
    async enqueue(tx, job, payload, { isBehind: isLowPriority } = { isBehind: false }) {
      const priority = isLowPriority ? -1 : 0;
      await boss.send(job.name, payload, { priority, db: libraryClient(database, tx) });
      afterCommit(tx, () => wake(job.name));
    },

    async work(job, handler) {
      // Otherwise the library would poll forever and only log the problem.
      if (!jobs.some(({ name }) => name === job.name))
        throw new Error(`The job ${job.name} has no queue: add it to server/jobs.ts.`);
      const ids: string[] = [];
      workers.set(job.name, ids);
      for (let slot = 0; slot < job.concurrency; slot++) {
        const run = async ([task]: JobWithMetadata[]) => {
          boss.notifyWorker(ids[slot + 1] ?? '');
          const wakeSelf = () => boss.notifyWorker(ids[slot] ?? '');
          if (task) await runInScope(job, handler, task, { log, metrics, wake }).finally(wakeSelf);
        };
        const isShared = slot === 0 && database.kind === 'server';
        const pollingIntervalSeconds = isShared ? SHARED_POLL_SECONDS : POLL_SECONDS;
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
        failedJobs: payloads((state) => state === 'failed'),
      };
    },

    counts: () => countsOf(database, jobs),

    listFailed: (limit) => listFailedJobs(database, limit),

    async retry(tx, which) {
      const renewed = await requeueJobs(tx, which);
      const names = new Set(renewed.map(({ name }) => name));
      afterCommit(tx, () => names.forEach(wake));
      return renewed;
    },

    state: () => stateOf(database),

    async stop(timeoutMs = 10_000) {
      clearInterval(reclaiming);
      const idle = [...workers.keys()].map((name) => boss.offWork(name, { wait: true }));
      const timeout = new AbortController();
      const timedOut = delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(idle), timedOut]);
      timeout.abort();
      await boss.stop({ graceful: false, close: false });
      // Unfinished jobs are already requeued, so errors on the closed database don't matter.
      boss.removeAllListeners('error').on('error', (error) => log.debug({ err: error }, 'queue'));
    },
  };
}

/** Calculated like in pg-boss (`failJobs` in its plans). */
const maxRetryDelaySeconds = (retryCount: number) =>
  Math.min(RETRY.retryDelayMax, 2 ** (retryCount + 1)) + 1;

async function countsOf(database: Database, jobs: readonly { name: string }[]) {
  const rows = new Map((await countJobs(database)).map((row) => [row.name, row]));
  const none = { waiting: 0, running: 0, givenUp: 0, waitingSince: null };
  return jobs.map(({ name }) => rows.get(name) ?? { name, ...none });
}

async function startBoss(database: Database, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: libraryClient(database),
    // The embedded database has only one connection. `reclaimJobs` handles jobs of killed processes.
    schedule: false,
    maintenanceIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  return boss.start();
}

async function ensureQueue(boss: PgBoss, name: string) {
  const options = {
    ...RETRY,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 24 * 3600,
  };
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
  // Fills the library's cache, which can't be loaded inside a transaction.
  await boss.findJobs(name, { key: 'none' });
}

type AttemptContext = {
  log: Logger;
  metrics: Pick<Metrics, 'recordJob'> | undefined;
  wake: (name: string) => void;
};

const runInScope = <P extends object>(
  job: JobDefinition<P>,
  handler: JobHandler<P>,
  task: JobWithMetadata,
  around: AttemptContext,
) =>
  runInLogScope({ job: job.name, jobId: task.id }, () =>
    runAttempt(job, handler, task, around).catch(rethrowStorable),
  );

/** The library stores the error as JSON in the database, which doesn't accept every string. */
function rethrowStorable(error: unknown): never {
  throw new Error(storable(error instanceof Error ? error.message : String(error)));
}

async function runAttempt<P extends object>(
  job: JobDefinition<P>,
  handler: JobHandler<P>,
  task: JobWithMetadata,
  { log, metrics, wake }: AttemptContext,
) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const isLastTry = task.retryCount >= task.retryLimit;
  try {
    await handler(job.payload.parse(task.data), { isLastTry, signal: task.signal });
    metrics?.recordJob(job.name, 'done', seconds());
  } catch (error) {
    const about = { err: error, job: job.name, payload: task.data, isLastTry };
    if (task.signal.aborted) log.info(about, 'job interrupted');
    else log.error(about, 'job failed');
    metrics?.recordJob(job.name, 'failed', seconds());
    setTimeout(() => wake(job.name), maxRetryDelaySeconds(task.retryCount) * 1000).unref();
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
