import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { openTestDatabase, testDatabaseKind } from '#test/database.ts';
import type { Database } from './database.ts';
import { notify, subscribe, type Unsubscribe } from './listen.ts';

const SYSTEM = { kind: 'system' } as const;

let database: Database;
const subscriptions: Unsubscribe[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});

afterEach(async () => {
  for (const unsubscribe of subscriptions.splice(0)) await unsubscribe();
});

afterAll(() => database.close());

async function listenTo(channel: string, onReconnect?: () => void): Promise<string[]> {
  const heard: string[] = [];
  subscriptions.push(await subscribe(database, channel, (it) => void heard.push(it), onReconnect));
  return heard;
}

function say(channel: string, ...payloads: string[]): Promise<void> {
  return database.as(SYSTEM, async (tx) => {
    for (const payload of payloads) await notify(tx, channel, payload);
  });
}

test('all subscribers get the notifications of a committed transaction in order', async () => {
  const first = await listenTo('news');
  const second = await listenTo('news');
  const other = await listenTo('weather');
  await say('news', 'one', "two “quoted” 'and' ünicode");
  await say('weather', 'rain');
  await expect.poll(() => [first.length, second.length, other.length]).toEqual([2, 2, 1]);
  expect(first).toEqual(['one', "two “quoted” 'and' ünicode"]);
  expect(second).toEqual(first);
  expect(other).toEqual(['rain']);
});

test('notifications arrive only after the commit, and never after a rollback', async () => {
  const heard = await listenTo('news');
  const undone = database.as(SYSTEM, async (tx) => {
    await notify(tx, 'news', 'never');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await say('news', 'later');
  await expect.poll(() => heard).toEqual(['later']);
});

test('an unsubscribed listener gets nothing', async () => {
  const quiet = await listenTo('news');
  await subscriptions.pop()?.();
  const heard = await listenTo('news');
  await say('news', 'hello');
  await expect.poll(() => heard).toEqual(['hello']);
  expect(quiet).toEqual([]);
});

test('a subscriber that throws does not affect the others', async () => {
  const warned = once(process, 'warning');
  subscriptions.push(
    await subscribe(database, 'news', () => {
      throw new Error('broken subscriber');
    }),
  );
  const heard = await listenTo('news');
  await say('news', 'bad');
  await expect.poll(() => heard).toEqual(['bad']);
  expect(await warned).toMatchObject([{ message: 'broken subscriber' }]);
});

test('an oversized payload and an invalid channel name are rejected', async () => {
  await expect(say('news', 'ü'.repeat(4000))).rejects.toThrow(RangeError);
  await expect(say('news; drop table files', 'x')).rejects.toThrow(TypeError);
  const heard = await listenTo('news');
  await say('news', 'x'.repeat(7999));
  await expect.poll(() => heard[0]?.length).toBe(7999);
});

const cut: Record<string, () => Promise<void>> = {
  // The embedded database has no connection to lose.
  embedded: async () => {},
  server: async () => {
    const other = new pg.Client({ connectionString: database.pool.options.connectionString });
    await other.connect();
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'overfly listener'`,
    );
    await other.end();
  },
};

test('a lost connection is restored and reported', async () => {
  const kind = testDatabaseKind();
  let reconnects = 0;
  const heard = await listenTo('news', () => reconnects++);
  await cut[kind]?.();
  await expect.poll(() => reconnects, { timeout: 10_000 }).toBe(kind === 'server' ? 1 : 0);
  await say('news', 'still here');
  await expect.poll(() => heard).toEqual(['still here']);
});
