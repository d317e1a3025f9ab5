import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { testConfig } from '#test/config.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from '../db/database.ts';
import { createLimits } from '../limit/limit.ts';
import { createAttemptLimits, type AttemptLimits } from './attempt-limits.ts';
import type { KnownDevice, Proof } from './known-devices.ts';

const MINUTE_MS = 60_000;
let db: Database;
let limits: AttemptLimits;
let counter = 0;
const address = () => `person${++counter}@overfly.example`;
/** An IP address in a new network. */
const network = () => `10.${++counter >> 8}.${counter & 255}.1`;
const device = (proof: Proof = 'code'): KnownDevice => ({ id: `device-${++counter}`, proof });
const advanceClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

beforeAll(async () => {
  db = await openTestDatabase();
  limits = createAttemptLimits(createLimits({ db, config: testConfig('/nowhere') }));
});
afterAll(() => db.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const isAllowed = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
      throw error;
    },
  );

/** Returns how many attempts are allowed before the first refusal. */
async function attemptsAllowed(tries: number, attempt: (n: number) => Promise<unknown>) {
  for (let n = 0; n < tries; n++) if (!(await isAllowed(attempt(n)))) return n;
  return tries;
}

describe('passwords', () => {
  const guess = (email: string, from: string, known: KnownDevice | null = null) =>
    limits.password({ email, address: from, device: known });

  test('allow ten attempts in 15 minutes per account and network', async () => {
    const [email, from] = [address(), network()];
    expect(await attemptsAllowed(20, () => guess(email, from))).toBe(10);
    advanceClock(15 * MINUTE_MS - 1);
    expect(await attemptsAllowed(20, () => guess(email, from))).toBe(0);
    advanceClock(1);
    expect(await attemptsAllowed(20, () => guess(email, from))).toBe(10);
  });

  test('keep the account open to others while one network guesses for hours', async () => {
    const [email, from] = [address(), network()];
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await attemptsAllowed(40, () => guess(email, from))).toBe(10);
      if (quarter < 3) advanceClock(15 * MINUTE_MS);
    }
    expect(await isAllowed(guess(email, network()))).toBe(true);
  });

  test('allow a hundred attempts per hour for one account from all networks', async () => {
    const email = address();
    expect(await attemptsAllowed(200, () => guess(email, network()))).toBe(100);
    expect(await isAllowed(guess(address(), network()))).toBe(true);
    advanceClock(60 * MINUTE_MS);
    expect(await isAllowed(guess(email, network()))).toBe(true);
  });

  test('allow fifty attempts from one network across all accounts', async () => {
    const from = network();
    expect(await attemptsAllowed(100, () => guess(address(), from))).toBe(50);
  });

  test('are still accepted on a known device while strangers guess elsewhere or next to it', async () => {
    const [email, from, own] = [address(), network(), device()];
    await attemptsAllowed(200, () => guess(email, network()));
    await attemptsAllowed(100, () => guess(address(), from));
    expect(await attemptsAllowed(20, () => guess(email, from, own))).toBe(10);
    await expect(guess(email, from, device())).resolves.toBeDefined();
  });

  test('allow a hundred attempts per hour on all known devices together', async () => {
    const email = address();
    expect(await attemptsAllowed(200, () => guess(email, network(), device()))).toBe(100);
    expect(await isAllowed(guess(email, network()))).toBe(true);
  });

  test("mistyped on a known device don't count against unknown ones", async () => {
    const [email, from, own] = [address(), network(), device()];
    await attemptsAllowed(20, () => guess(email, from, own));
    expect(await attemptsAllowed(20, () => guess(email, from))).toBe(10);
  });

  test('never block an office where everyone enters the right one', async () => {
    const from = network();
    const signIn = async () => (await guess(address(), from)).succeeded();
    expect(await attemptsAllowed(120, signIn)).toBe(120);
  });

  test('can be confirmed ten times per session, independent of other sessions', async () => {
    const [one, two] = ['session-one', 'session-two'];
    expect(await attemptsAllowed(20, () => limits.confirmation(one))).toBe(10);
    expect(await attemptsAllowed(20, () => limits.confirmation(two))).toBe(10);
  });
});

describe('codes', () => {
  const who = () => `profile-${++counter}`;

  test('allow ten attempts in 15 minutes and fifty per day', async () => {
    const profile = who();
    const guesses = [];
    for (let quarter = 0; quarter < 7; quarter++) {
      guesses.push(await attemptsAllowed(20, () => limits.code(profile, null)));
      advanceClock(15 * MINUTE_MS);
    }
    expect(guesses).toEqual([10, 10, 10, 10, 10, 0, 0]);
    advanceClock(24 * 60 * MINUTE_MS);
    expect(await attemptsAllowed(20, () => limits.code(profile, null))).toBe(10);
  });

  test('are accepted on a device that gave a code before, despite attempts elsewhere', async () => {
    const [profile, own] = [who(), device('code')];
    await attemptsAllowed(20, () => limits.code(profile, null));
    expect(await attemptsAllowed(20, () => limits.code(profile, own))).toBe(10);
  });

  test.each(['mail', 'password'] as const)(
    'have no separate count on a device known only by %s',
    async (proof) => {
      const profile = who();
      expect(await attemptsAllowed(20, () => limits.code(profile, device(proof)))).toBe(10);
    },
  );

  test('allow fifty attempts per day on all known devices together', async () => {
    const profile = who();
    expect(await attemptsAllowed(100, () => limits.code(profile, device('code')))).toBe(50);
  });
});

describe('emailed links', () => {
  const ask = (email: string, from: string, known: KnownDevice | null = null) =>
    limits.link('recover-password', { email, address: from, device: known });

  test('are limited per network to five an hour for one address, thirty in all', async () => {
    const [email, from] = [address(), network()];
    expect(await attemptsAllowed(20, () => ask(email, from))).toBe(5);
    expect(await attemptsAllowed(60, () => ask(address(), from))).toBe(25);
    advanceClock(60 * MINUTE_MS);
    expect(await attemptsAllowed(20, () => ask(email, from))).toBe(5);
  });

  test("reach the owner despite a stranger's requests", async () => {
    const [email, stranger] = [address(), network()];
    await attemptsAllowed(200, () => ask(email, stranger));
    expect(await ask(email, network())).toBe(true);
  });

  test('stop after ten an hour without telling the requester', async () => {
    const email = address();
    const sent = [];
    for (let n = 0; n < 12; n++) sent.push(await ask(email, network()));
    expect(sent).toEqual([...Array<boolean>(10).fill(true), false, false]);
    advanceClock(60 * MINUTE_MS);
    expect(await ask(email, network())).toBe(true);
  });

  test('of another purpose have their own limit', async () => {
    const email = address();
    for (let n = 0; n < 12; n++) {
      await limits.link('verify-email', { email, address: network(), device: null });
    }
    expect(await ask(email, network())).toBe(true);
  });

  test('can be requested five times an hour on a known device', async () => {
    const [email, from, own] = [address(), network(), device()];
    for (let n = 0; n < 12; n++) await ask(email, network());
    await attemptsAllowed(60, () => ask(address(), from));
    expect(await ask(email, from, own)).toBe(true);
    expect(await attemptsAllowed(20, () => ask(email, from, own))).toBe(4);
  });

  test('stop after twenty an hour on all known devices together', async () => {
    const email = address();
    for (let n = 0; n < 20; n++) expect(await ask(email, network(), device())).toBe(true);
    expect(await ask(email, network(), device())).toBe(false);
  });

  test('to a new address are limited to five an hour per person and ten in all', async () => {
    const email = address();
    const person = () => ({ id: `person-${++counter}`, address: network() });
    const [one, two, three] = [person(), person(), person()];
    expect(await attemptsAllowed(20, () => limits.newAddress(one, email))).toBe(5);
    expect(await attemptsAllowed(20, () => limits.newAddress(two, email))).toBe(5);
    expect(await isAllowed(limits.newAddress(three, email))).toBe(false);
    expect(await isAllowed(limits.newAddress(three, address()))).toBe(true);
  });
});

test('one network can create thirty accounts an hour and try 120 company codes', async () => {
  const from = network();
  expect(await attemptsAllowed(60, () => limits.signUp(from))).toBe(30);
  expect(await attemptsAllowed(200, () => limits.companyCode(from))).toBe(120);
  expect(await isAllowed(limits.signUp(network()))).toBe(true);
});
