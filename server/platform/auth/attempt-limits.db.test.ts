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
/** An unused network. */
const network = () => `10.${++counter >> 8}.${counter & 255}.1`;
const device = (proof: Proof = 'code'): KnownDevice => ({ id: `device-${++counter}`, proof });
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

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

const isLetThrough = (tryOnce: Promise<unknown>) =>
  tryOnce.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
      throw error;
    },
  );

/** Attempts before the first refusal. */
async function room(tries: number, tryOnce: (n: number) => Promise<unknown>) {
  for (let n = 0; n < tries; n++) if (!(await isLetThrough(tryOnce(n)))) return n;
  return tries;
}

describe('passwords', () => {
  const guess = (email: string, from: string, known: KnownDevice | null = null) =>
    limits.password({ email, address: from, device: known });

  test('of one account are guessed from one network ten times in a quarter of an hour', async () => {
    const [email, from] = [address(), network()];
    expect(await room(20, () => guess(email, from))).toBe(10);
    later(15 * MINUTE_MS - 1);
    expect(await room(20, () => guess(email, from))).toBe(0);
    later(1);
    expect(await room(20, () => guess(email, from))).toBe(10);
  });

  test('guessed from one network for hours leave the account open to others', async () => {
    const [email, from] = [address(), network()];
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await room(40, () => guess(email, from))).toBe(10);
      if (quarter < 3) later(15 * MINUTE_MS);
    }
    expect(await isLetThrough(guess(email, network()))).toBe(true);
  });

  test('of one account are guessed a hundred times in an hour, from all networks together', async () => {
    const email = address();
    expect(await room(200, () => guess(email, network()))).toBe(100);
    expect(await isLetThrough(guess(address(), network()))).toBe(true);
    later(60 * MINUTE_MS);
    expect(await isLetThrough(guess(email, network()))).toBe(true);
  });

  test('are guessed from one network fifty times, whichever accounts they are of', async () => {
    const from = network();
    expect(await room(100, () => guess(address(), from))).toBe(50);
  });

  test('are taken on a known device, however many strangers guess elsewhere and beside it', async () => {
    const [email, from, own] = [address(), network(), device()];
    await room(200, () => guess(email, network()));
    await room(100, () => guess(address(), from));
    expect(await room(20, () => guess(email, from, own))).toBe(10);
    await expect(guess(email, from, device())).resolves.toBeDefined();
  });

  test('are guessed a hundred times in an hour on all known devices together', async () => {
    const email = address();
    expect(await room(200, () => guess(email, network(), device()))).toBe(100);
    expect(await isLetThrough(guess(email, network()))).toBe(true);
  });

  test('mistyped on a known device are not counted against newcomers', async () => {
    const [email, from, own] = [address(), network(), device()];
    await room(20, () => guess(email, from, own));
    expect(await room(20, () => guess(email, from))).toBe(10);
  });

  test('never stop an office whose people all know theirs', async () => {
    const from = network();
    const signIn = async () => (await guess(address(), from)).succeeded();
    expect(await room(120, signIn)).toBe(120);
  });

  test('are asked for again ten times in a session, whatever goes on in another', async () => {
    const [one, two] = ['session-one', 'session-two'];
    expect(await room(20, () => limits.confirmation(one))).toBe(10);
    expect(await room(20, () => limits.confirmation(two))).toBe(10);
  });
});

describe('codes', () => {
  const who = () => `profile-${++counter}`;

  test('are guessed ten times in a quarter of an hour, and fifty in a day', async () => {
    const profile = who();
    const guesses = [];
    for (let quarter = 0; quarter < 7; quarter++) {
      guesses.push(await room(20, () => limits.code(profile, null)));
      later(15 * MINUTE_MS);
    }
    expect(guesses).toEqual([10, 10, 10, 10, 10, 0, 0]);
    later(24 * 60 * MINUTE_MS);
    expect(await room(20, () => limits.code(profile, null))).toBe(10);
  });

  test('are taken on a device where one was given before, however many were guessed elsewhere', async () => {
    const [profile, own] = [who(), device('code')];
    await room(20, () => limits.code(profile, null));
    expect(await room(20, () => limits.code(profile, own))).toBe(10);
  });

  test.each(['mail', 'password'] as const)(
    'have no count of their own on a device that is known by %s alone',
    async (proof) => {
      const profile = who();
      expect(await room(20, () => limits.code(profile, device(proof)))).toBe(10);
    },
  );

  test('are guessed fifty times in a day on all known devices together', async () => {
    const profile = who();
    expect(await room(100, () => limits.code(profile, device('code')))).toBe(50);
  });
});

describe('links by mail', () => {
  const ask = (email: string, from: string, known: KnownDevice | null = null) =>
    limits.link('recover-password', { email, address: from, device: known });

  test('are asked for by one network five times in an hour for one address, thirty for any', async () => {
    const [email, from] = [address(), network()];
    expect(await room(20, () => ask(email, from))).toBe(5);
    expect(await room(60, () => ask(address(), from))).toBe(25);
    later(60 * MINUTE_MS);
    expect(await room(20, () => ask(email, from))).toBe(5);
  });

  test('are sent to the owner of an address, however often a stranger has asked', async () => {
    const [email, stranger] = [address(), network()];
    await room(200, () => ask(email, stranger));
    expect(await ask(email, network())).toBe(true);
  });

  test('stop after ten in an hour, and nobody who asks is told', async () => {
    const email = address();
    const sent = [];
    for (let n = 0; n < 12; n++) sent.push(await ask(email, network()));
    expect(sent).toEqual([...Array<boolean>(10).fill(true), false, false]);
    later(60 * MINUTE_MS);
    expect(await ask(email, network())).toBe(true);
  });

  test('of another purpose do not use them up', async () => {
    const email = address();
    for (let n = 0; n < 12; n++) {
      await limits.link('verify-email', { email, address: network(), device: null });
    }
    expect(await ask(email, network())).toBe(true);
  });

  test('are sent to whoever asks on a known device, five in an hour', async () => {
    const [email, from, own] = [address(), network(), device()];
    for (let n = 0; n < 12; n++) await ask(email, network());
    await room(60, () => ask(address(), from));
    expect(await ask(email, from, own)).toBe(true);
    expect(await room(20, () => ask(email, from, own))).toBe(4);
  });

  test('stop after twenty in an hour from all known devices together', async () => {
    const email = address();
    for (let n = 0; n < 20; n++) expect(await ask(email, network(), device())).toBe(true);
    expect(await ask(email, network(), device())).toBe(false);
  });

  test('to a new address are asked for five times in an hour, and ten by all people together', async () => {
    const email = address();
    const person = () => ({ id: `person-${++counter}`, address: network() });
    const [one, two, three] = [person(), person(), person()];
    expect(await room(20, () => limits.newAddress(one, email))).toBe(5);
    expect(await room(20, () => limits.newAddress(two, email))).toBe(5);
    expect(await isLetThrough(limits.newAddress(three, email))).toBe(false);
    expect(await isLetThrough(limits.newAddress(three, address()))).toBe(true);
  });
});

test('accounts are made thirty times in an hour from a network, and codes of companies tried 120 times', async () => {
  const from = network();
  expect(await room(60, () => limits.signUp(from))).toBe(30);
  expect(await room(200, () => limits.companyCode(from))).toBe(120);
  expect(await isLetThrough(limits.signUp(network()))).toBe(true);
});
