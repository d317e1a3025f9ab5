import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorMessage } from './error-messages.ts';
import { importWithRetry, isChunkGone } from './import-with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a chunk that fails to load', () => {
  it('loads once the server is reachable again', async () => {
    let isAway = true;
    const load = vi.fn<() => Promise<string>>(() =>
      isAway ? Promise.reject(new TypeError('no response')) : Promise.resolve('part'),
    );
    const part = importWithRetry(load, () => Promise.resolve(!isAway));
    await vi.advanceTimersByTimeAsync(60_000);
    isAway = false;
    await vi.advanceTimersByTimeAsync(2000);
    await expect(part).resolves.toBe('part');
    expect(load.mock.calls.length).toBeGreaterThan(2);
  });

  it('is retried when the server is reachable', async () => {
    const load = vi.fn<() => Promise<string>>();
    load.mockRejectedValueOnce(new TypeError('no response')).mockResolvedValueOnce('part');
    await expect(importWithRetry(load, () => Promise.resolve(true))).resolves.toBe('part');
  });

  it('fails when the server no longer has it', async () => {
    const gone = new TypeError('Failed to fetch dynamically imported module');
    const load = () => Promise.reject(gone);
    await expect(importWithRetry(load, () => Promise.resolve(true))).rejects.toBe(gone);
    expect([gone, new TypeError(gone.message)].map(isChunkGone)).toEqual([true, false]);
    expect(errorMessage(gone)).toMatch(/^This page has been updated\./);
  });
});
