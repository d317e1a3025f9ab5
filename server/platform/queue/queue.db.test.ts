import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestDatabase, testDatabaseKind, testLog } from '#test/database.ts';
import type { Database } from '../db/database.ts';
import { createQueue, defineJob, type JobRun, type Queue } from './queue.ts';

const count = defineJob({
  name: 'count',
  payload: z.object({ number: z.int() }),
  concurrency: 2,
});

/** pino's numeric level for "info"; warnings have a higher level. */
const INFO = 30;
let database: Database;
let queue: Queue;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  queue = await createQueue(database, [count], testLog);
});
afterEach(async () => {
  await queue.stop(50);
  await database.pool.query('delete from pgboss.job');
});

const enqueue = (...numbers: number[]) =>
  database.as({ kind: 'system' }, async (tx) => {
    for (const number of numbers) await queue.enqueue(tx, count, { number });
  });

function signal() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, give: resolve };
}

/** `all(n)` resolves when n jobs are done. */
async function collect(
  handler: (number: number, run: JobRun) => Promise<void> = async () => {},
  job = count,
) {
  const done: number[] = [];
  const waiting: { n: number; give: () => void }[] = [];
  await queue.work(job, async ({ number }, run) => {
    await handler(number, run);
    done.push(number);
    for (const { n, give } of waiting) if (done.length >= n) give();
  });
  const all = (n: number) => {
    const { promise, give } = signal();
    waiting.push({ n, give });
    if (done.length >= n) give();
    return promise;
  };
  return { done, all };
}

/** Resolves when both workers are asleep after finding no job. */
async function idle() {
  const unfinished = async () =>
    (
      await database.pool.query<{ n: number }>(
        "select count(*)::int as n from pgboss.job where state in ('created', 'active')",
      )
    ).rows[0]?.n;
  for (let quiet = 0; quiet < 5;) quiet = (await unfinished()) === 0 ? quiet + 1 : 0;
}

const stateOf = async () =>
  (
    await database.pool.query<{ state: string; n: number }>(
      "select state::text, count(*)::int as n from pgboss.job where name = 'count' group by state order by state",
    )
  ).rows.map(({ state, n }) => `${n} ${state}`);

test('a job is saved on commit and discarded on rollback', async () => {
  const { done, all } = await collect();
  const rolledBack = database.as({ kind: 'system' }, async (tx) => {
    await queue.enqueue(tx, count, { number: 13 });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await enqueue(1);
  await all(1);
  expect(done).toEqual([1]);
});

test('an anonymous viewer can enqueue a job without gaining access', async () => {
  await database.pool.query(
    "insert into companies (company_code, company_name) values ('SECRET', 'Secret') on conflict do nothing",
  );
  const { done, all } = await collect();
  const seen = await database.as({ kind: 'anonymous' }, async (tx) => {
    await queue.enqueue(tx, count, { number: 1 });
    return tx.selectFrom('companies').select('id').execute();
  });
  await all(1);
  expect(done).toEqual([1]);
  expect(seen).toEqual([]);
});

test('forty waiting jobs run without pauses', async () => {
  await enqueue(...Array.from({ length: 40 }, (_, number) => number));
  const start = performance.now();
  const { done, all } = await collect();
  await all(40);
  expect(new Set(done).size).toBe(40);
  // With the polling interval, this would take ten minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('a job without a queue is rejected at once', async () => {
  const other = defineJob({ name: 'other', payload: z.object({}), concurrency: 1 });
  await expect(queue.work(other, async () => {})).rejects.toThrow('The job other has no queue');
});

test('jobs run in parallel up to their limit', async () => {
  let running = 0;
  let most = 0;
  const both = signal();
  const { all } = await collect(async () => {
    most = Math.max(most, ++running);
    if (running === 2) both.give();
    await both.promise;
    await delay(1);
    running--;
  });
  await enqueue(1, 2, 3, 4, 5);
  await all(5);
  expect(most).toBe(2);
});

test('a new job wakes every idle worker', async () => {
  const both = signal();
  let running = 0;
  const { all } = await collect(async () => {
    if (++running === 2) both.give();
    await both.promise;
  });
  await idle();
  const start = performance.now();
  await enqueue(1, 2);
  await all(2);
  expect(performance.now() - start).toBeLessThan(1500);
});

test('workers soon start jobs that another process enqueued', async () => {
  const both = signal();
  let running = 0;
  const { all } = await collect(async () => {
    if (++running === 2) both.give();
    await both.promise;
  });
  // With the embedded database, there is no other process.
  const other =
    testDatabaseKind() === 'server' ? await createQueue(database, [count], testLog) : queue;
  await idle();
  const start = performance.now();
  await database.as({ kind: 'system' }, async (tx) => {
    for (const number of [1, 2]) await other.enqueue(tx, count, { number });
  });
  await all(2);
  expect(performance.now() - start).toBeLessThan(8000);
  if (other !== queue) await other.stop();
});

test('the next job starts right after a failed one', async () => {
  const { all } = await collect(async (number) => {
    if (number === 1) throw new Error('always');
  });
  await enqueue(1, 1, 2, 3);
  const start = performance.now();
  await all(2);
  expect(performance.now() - start).toBeLessThan(1500);
});

test('a failing job is retried, knows its last try, and is then listed as given up', async () => {
  const tries: boolean[] = [];
  const given = signal();
  await queue.work(count, async (_payload, { isLastTry }) => {
    tries.push(isLastTry);
    // Skips the pauses between attempts, which last minutes.
    await database.pool.query(
      'update pgboss.job set retry_limit = 2, retry_delay_max = 0, retry_delay = 0',
    );
    if (isLastTry) given.give();
    // The database accepts neither of these characters.
    throw new Error('always \0\ud800');
  });
  await enqueue(7);
  await given.promise;
  expect(tries).toEqual([false, false, true]);
  await expect.poll(() => queue.list(count)).toEqual({ pending: [], failedJobs: [{ number: 7 }] });
  expect((await queue.listFailed(1))[0]?.output).toMatchObject({ message: 'always \ufffd' });
});

test('waiting and running jobs are listed as pending', async () => {
  const started = signal();
  const go = signal();
  await enqueue(1, 2, 3);
  const { all } = await collect(async () => {
    started.give();
    await go.promise;
  });
  await started.promise;
  const { pending, failedJobs } = await queue.list(count);
  expect(new Set(pending.map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
  expect(failedJobs).toEqual([]);
  go.give();
  await all(3);
});

test('the next process runs the job of a dead one, once', async () => {
  const started = signal();
  const never = new Promise<void>(() => {});
  await enqueue(1);
  await queue.work(count, async () => {
    started.give();
    await never;
  });
  await started.promise;
  const dead = queue;
  // Backdates the last heartbeat, as if the process had died.
  await database.pool.query(
    "update pgboss.job set heartbeat_on = now() - interval '11 seconds' where state = 'active'",
  );
  queue = await createQueue(database, [count], testLog);
  const { done, all } = await collect();
  const start = performance.now();
  await all(1);
  expect(performance.now() - start).toBeLessThan(5000);
  expect(done).toEqual([1]);
  await expect.poll(stateOf).toEqual(['1 completed']);
  await dead.stop(1);
});

test('a job that kills its process every time is given up after the last try', async () => {
  await enqueue(1);
  await database.pool.query(
    "update pgboss.job set state = 'active', started_on = now(), retry_count = retry_limit, heartbeat_on = now() - interval '11 seconds'",
  );
  const next = await createQueue(database, [count], testLog);
  expect(await next.list(count)).toEqual({ pending: [], failedJobs: [{ number: 1 }] });
  await next.stop();
});

test('running jobs stay with their worker', async () => {
  const started = signal();
  const go = signal();
  await enqueue(1);
  const { done, all } = await collect(async () => {
    started.give();
    await go.promise;
  });
  await started.promise;
  if (testDatabaseKind() === 'server') {
    const other = await createQueue(database, [count], testLog);
    await other.stop();
  }
  expect(await stateOf()).toEqual(['1 active']);
  go.give();
  await all(1);
  expect(done).toEqual([1]);
});

test('stopping waits for running jobs and starts no new ones', async () => {
  const started = signal();
  const go = signal();
  await enqueue(1, 2, 3);
  const { done } = await collect(async () => {
    started.give();
    await go.promise;
  });
  await started.promise;
  const stopped = queue.stop();
  go.give();
  await stopped;
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(3);
  const left = await queue.list(count);
  expect(left.pending).toHaveLength(3 - done.length);
});

test('stopping aborts a job after the grace period and requeues it', async () => {
  const started = signal();
  const aborted = signal();
  await enqueue(1);
  await queue.work(count, async (_payload, run) => {
    started.give();
    run.signal.addEventListener('abort', () => aborted.give());
    await aborted.promise;
    throw new Error('ended');
  });
  await started.promise;
  await queue.stop(50);
  await aborted.promise;
  expect((await queue.list(count)).pending).toEqual([{ number: 1 }]);
});

test('an interrupted job is not logged as a failure, even with the database closed', async () => {
  const lines: { level: number; msg: string }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  const own = await openTestDatabase();
  const other = await createQueue(own, [count], pino({ level: 'debug' }, { write }));
  const started = signal();
  const go = signal();
  await other.work(count, async () => {
    started.give();
    await go.promise;
    throw new Error('cancelled');
  });
  await own.as({ kind: 'system' }, (tx) => other.enqueue(tx, count, { number: 1 }));
  await started.promise;
  await other.stop(50);
  await own.close();
  go.give();
  // The library renews its jobs every five seconds, and then finds the database closed.
  await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 20_000 }).toContain('queue');
  expect(lines.map(({ msg }) => msg)).toContain('job interrupted');
  expect(lines.filter(({ level }) => level > INFO)).toEqual([]);
}, 30_000);

test("the health page's state shows the number of waiting jobs", async () => {
  await enqueue(1, 2);
  expect(await queue.state()).toEqual({ ok: true, detail: '2 jobs waiting' });
});

test('jobs marked isBehind run after all others, even later ones', async () => {
  await database.as({ kind: 'system' }, async (tx) => {
    for (const number of [1, 2]) await queue.enqueue(tx, count, { number }, { isBehind: true });
  });
  await enqueue(3, 4);
  // With two at once, the first may finish last.
  const { done, all } = await collect(undefined, { ...count, concurrency: 1 });
  await all(4);
  expect(new Set(done.slice(0, 2))).toEqual(new Set([3, 4]));
});
