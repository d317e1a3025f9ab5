import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorMessage } from './error-messages.ts';
import { importWithRetry, isChunkGone } from './import-with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a part of the app that cannot be fetched', () => {
  it('comes once the server can be reached again', async () => {
    let isAway = true;
    const load = vi.fn<() => Promise<string>>(() =>
      isAway ? Promise.reject(new TypeError('no answer')) : Promise.resolve('part'),
    );
    const part = importWithRetry(load, () => Promise.resolve(!isAway));
    await vi.advanceTimersByTimeAsync(60_000);
    isAway = false;
    await vi.advanceTimersByTimeAsync(2000);
    await expect(part).resolves.toBe('part');
    expect(load.mock.calls.length).toBeGreaterThan(2);
  });

  it('is tried once more when the server was back in the meantime', async () => {
    const load = vi.fn<() => Promise<string>>();
    load.mockRejectedValueOnce(new TypeError('no answer')).mockResolvedValueOnce('part');
    await expect(importWithRetry(load, () => Promise.resolve(true))).resolves.toBe('part');
  });

  it('is given up when the server answers and does not have it', async () => {
    const gone = new TypeError('Failed to fetch dynamically imported module');
    const load = () => Promise.reject(gone);
    await expect(importWithRetry(load, () => Promise.resolve(true))).rejects.toBe(gone);
    expect([gone, new TypeError(gone.message)].map(isChunkGone)).toEqual([true, false]);
    expect(errorMessage(gone)).toMatch(/^This page has been updated\./);
  });
});
