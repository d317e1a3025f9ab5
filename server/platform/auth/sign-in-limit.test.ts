import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { createSignInLimit, networkOf } from './sign-in-limit.ts';

const ADDRESS = '192.0.2.1';
const MINUTE_MS = 60_000;

describe('the limit on sign-in', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How many of `attempts` were let through before the first that was not. */
  async function countUntilRefused(attempts: number, attempt: (n: number) => Promise<void>) {
    for (let n = 0; n < attempts; n++) {
      const answer = await attempt(n).then(
        () => 'let through',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
      if (answer === 'RATE_LIMITED') return n;
      expect(answer).toBe('let through');
    }
    return attempts;
  }

  test('lets ten guesses at an account through, wherever they come from, for a quarter of an hour', async () => {
    const limit = createSignInLimit();
    const guess = (n: number) => limit.count('client@overfly.example', `192.0.2.${n}`);
    expect(await countUntilRefused(20, guess)).toBe(10);
    vi.advanceTimersByTime(14 * MINUTE_MS);
    expect(await countUntilRefused(1, guess)).toBe(0);
    vi.advanceTimersByTime(1 * MINUTE_MS);
    expect(await countUntilRefused(20, guess)).toBe(10);
  });

  test('lets fifty guesses from a network through, whichever accounts they are at', async () => {
    const limit = createSignInLimit();
    const guess = (n: number) => limit.count(`person${n}@overfly.example`, ADDRESS);
    expect(await countUntilRefused(100, guess)).toBe(50);
    await expect(limit.count('client@overfly.example', '192.0.2.2')).resolves.toBeUndefined();
  });

  test('counts guesses that are made at the same moment', async () => {
    const limit = createSignInLimit();
    const guesses = Array.from({ length: 30 }, () =>
      limit.count('client@overfly.example', ADDRESS),
    );
    const done = await Promise.allSettled(guesses);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('forgets the guesses once the owner has come in', async () => {
    const limit = createSignInLimit();
    for (let n = 0; n < 9; n++) await limit.count('client@overfly.example', ADDRESS);
    await limit.count('client@overfly.example', ADDRESS);
    await limit.succeed('client@overfly.example', ADDRESS);
    expect(await countUntilRefused(20, () => limit.count('client@overfly.example', ADDRESS))).toBe(
      10,
    );
  });

  test('never refuses an office whose people all know their passwords', async () => {
    const limit = createSignInLimit();
    const signIn = async (n: number) => {
      await limit.count(`person${n}@overfly.example`, ADDRESS);
      await limit.succeed(`person${n}@overfly.example`, ADDRESS);
    };
    expect(await countUntilRefused(200, signIn)).toBe(200);
  });

  test('does not hold a failure of ours against a person', async () => {
    const limit = createSignInLimit();
    const attempt = async () => {
      await limit.count('client@overfly.example', ADDRESS);
      await limit.forgive('client@overfly.example', ADDRESS);
    };
    expect(await countUntilRefused(100, attempt)).toBe(100);
  });
});

describe('networkOf', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('is, for %j, %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
