import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimitedError } from '#domain/errors.ts';
import { testConfig } from '#test/config.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from '../db/database.ts';
import { attempt, createLimits, deleteExpiredAttempts, type Count } from './limit.ts';

const MINUTE_MS = 60_000;
const config = testConfig('/nowhere');
let db: Database;
let counter = 0;
const name = () => `test-${++counter}`;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  // The library uses the system clock.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = () => createLimits({ db, config });
const advanceClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** Returns how many attempts are allowed before the first refusal. */
async function countUntilRefused(tries: number, attemptOnce: (n: number) => Promise<boolean>) {
  for (let n = 0; n < tries; n++) if (!(await attemptOnce(n))) return n;
  return tries;
}
const attemptsAllowed = (count: Count, tries = 20) =>
  countUntilRefused(tries, () => count.tryAdd());

describe('a limit', () => {
  test('allows a number of attempts per window, which starts with the first', async () => {
    const count = limits()(name(), 3, 15 * 60).of('a@overfly.example', '192.0.2.1');
    expect(await count.tryAdd()).toBe(true);
    advanceClock(14 * MINUTE_MS);
    expect(await attemptsAllowed(count)).toBe(2);
    advanceClock(MINUTE_MS);
    expect(await attemptsAllowed(count)).toBe(3);
  });

  test('refuses with the remaining time', async () => {
    const count = limits()(name(), 1, 15 * 60).of('somebody');
    await count.add();
    const refused = (retryAfter: number) => ({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfter,
      message: new RateLimitedError(retryAfter).message,
    });
    await expect(count.add()).rejects.toMatchObject(refused(900));
    advanceClock(9.5 * MINUTE_MS);
    await expect(count.add()).rejects.toMatchObject(refused(330));
    advanceClock(5.5 * MINUTE_MS);
    await count.add();
  });

  test('that is secret does not reveal when others started trying', async () => {
    const count = limits()(name(), 1, 15 * 60, { isSecret: true }).of('somebody');
    await count.add();
    advanceClock(9.5 * MINUTE_MS);
    await expect(count.add()).rejects.toMatchObject({ retryAfter: 900 });
  });

  test('counts each party and each limit separately', async () => {
    const [one, two] = [limits()(name(), 1, 60), limits()(name(), 1, 60)];
    const counts = [one.of('a', 'b'), one.of('ab'), one.of('a'), two.of('a', 'b')];
    for (const count of counts) expect(await attemptsAllowed(count)).toBe(1);
  });

  test('counts concurrent attempts', async () => {
    const count = limits()(name(), 10, 60).of('somebody');
    const tries = await Promise.all(Array.from({ length: 30 }, () => count.tryAdd()));
    expect(tries.filter(Boolean)).toHaveLength(10);
  });

  test('is shared by all processes and survives a restart', async () => {
    const shared = name();
    const [one, two] = [limits()(shared, 4, 60), limits()(shared, 4, 60)];
    expect([await one.of('x').tryAdd(), await two.of('x').tryAdd()]).toEqual([true, true]);
    expect(await attemptsAllowed(limits()(shared, 4, 60).of('x'))).toBe(2);
  });

  test('can forget and take back attempts', async () => {
    const limit = limits()(name(), 2, 60);
    await attemptsAllowed(limit.of('x'));
    await limit.of('x').reset();
    expect(await attemptsAllowed(limit.of('x'))).toBe(2);
    await limit.of('y').add();
    await limit.of('y').undo();
    expect(await attemptsAllowed(limit.of('y'))).toBe(2);
  });

  test('stores addresses and networks only as hashes', async () => {
    await limits()(name(), 2, 60).of('secret@overfly.example', '198.51.100.7').add();
    const { rows } = await db.pool.query<{ row: string }>(
      'select a::text as row from auth.attempts a',
    );
    const kept = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(kept).not.toMatch(/secret|198\.51/);
  });

  test('refuses everyone while the database cannot be reached', async () => {
    const gone = await openTestDatabase();
    const count = createLimits({ db: gone, config })(name(), 2, 60).of('x');
    await gone.close();
    await expect(count.tryAdd()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});

describe('an attempt', () => {
  const make = (own: number, shared: number) => {
    const limit = limits();
    return { own: limit(name(), own, 60).of('me'), shared: limit(name(), shared, 60).of('all') };
  };
  const refused = { code: 'RATE_LIMITED' };

  test("refused by the party's own count does not use up a shared one", async () => {
    const { own, shared } = make(2, 5);
    await attempt(own, shared);
    await attempt(own, shared);
    for (let n = 0; n < 10; n++) await expect(attempt(own, shared)).rejects.toMatchObject(refused);
    expect(await attemptsAllowed(shared)).toBe(3);
  });

  test('refused by a shared count is not counted for the party', async () => {
    const { own, shared } = make(2, 1);
    await shared.add();
    for (let n = 0; n < 5; n++) await expect(attempt(own, shared)).rejects.toMatchObject(refused);
    expect(await attemptsAllowed(own)).toBe(2);
  });

  test("that succeeds clears the party's count and its own share of others", async () => {
    const { own, shared } = make(3, 5);
    await attempt(own, shared);
    await (await attempt(own, shared)).succeeded();
    expect([await attemptsAllowed(own), await attemptsAllowed(shared)]).toEqual([3, 4]);
  });

  test('that did not take place is not counted', async () => {
    const { own, shared } = make(3, 5);
    await (await attempt(own, shared)).takeBack();
    expect([await attemptsAllowed(own), await attemptsAllowed(shared)]).toEqual([3, 5]);
  });
});

test('expired counts are deleted, others stay', async () => {
  const limit = limits();
  await db.pool.query('delete from auth.attempts');
  await limit(name(), 1, 60).of('short').add();
  const long = limit(name(), 1, 3600).of('long');
  await long.add();
  advanceClock(MINUTE_MS);
  await deleteExpiredAttempts(db);
  const { rows } = await db.pool.query<{ n: number }>('select count(*) as n from auth.attempts');
  expect(rows).toEqual([{ n: 1 }]);
  expect(await long.tryAdd()).toBe(false);
});
