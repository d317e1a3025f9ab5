import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '#test/clock.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database, Tx } from '../db/database.ts';
import { createOneTimeTokens, LIFETIME_MS, type OneTimeToken } from './one-time-tokens.ts';

const clock = createTestClock();
const tokens = createOneTimeTokens(clock.now);
let db: Database;
let link: OneTimeToken;
let counter = 0;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const system = <T>(work: (tx: Tx) => Promise<T>) => db.as({ kind: 'system' }, work);

async function issued() {
  const email = `person${++counter}@overfly.example`;
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into auth.users (email) values ($1) returning id`,
    [email],
  );
  link = { profileId: rows[0]?.id ?? '', purpose: 'recover-password', email };
  return system((tx) => tokens.issue(tx, link));
}

const peek = (token: string, purpose = link.purpose) =>
  system((tx) => tokens.peek(tx, token, [purpose]));
const take = (token: string, purpose = link.purpose) =>
  system((tx) => tokens.take(tx, token, [purpose]));

describe('a one-time token', () => {
  test('can be read many times but used once', async () => {
    const token = await issued();
    for (const use of [peek, peek, take]) expect(await use(token)).toEqual(link);
    expect([await peek(token), await take(token)]).toEqual([null, null]);
  });

  test('works only for its own purpose', async () => {
    const token = await issued();
    expect([await peek(token, 'verify-email'), await take(token, 'verify-email')]).toEqual([
      null,
      null,
    ]);
    expect(await take(token)).toEqual(link);
  });

  test('works until it expires', async () => {
    const token = await issued();
    clock.advance(LIFETIME_MS[link.purpose] - 1);
    expect(await peek(token)).toEqual(link);
    clock.advance(1);
    expect([await peek(token), await take(token)]).toEqual([null, null]);
  });

  test('stays valid if the transaction that used it fails', async () => {
    const token = await issued();
    const failing = system(async (tx) => {
      await tokens.take(tx, token, [link.purpose]);
      throw new Error('the rest failed');
    });
    await expect(failing).rejects.toThrow('the rest failed');
    expect(await take(token)).toEqual(link);
  });
});

test('an address is pending until its link is used, dropped or expired', async () => {
  const pendingEmail = () =>
    system((tx) => tokens.findPendingEmail(tx, link.profileId, link.purpose));
  await take(await issued());
  expect(await pendingEmail()).toBeNull();
  await issued();
  expect(await pendingEmail()).toBe(link.email);
  await system((tx) => tokens.drop(tx, link.profileId, ['verify-email']));
  expect(await pendingEmail()).toBe(link.email);
  await system((tx) => tokens.drop(tx, link.profileId, [link.purpose]));
  expect(await pendingEmail()).toBeNull();
  await issued();
  clock.advance(LIFETIME_MS[link.purpose]);
  expect(await pendingEmail()).toBeNull();
});
