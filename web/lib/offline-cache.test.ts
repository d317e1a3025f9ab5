// @vitest-environment node
import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startOfflineCache } from './offline-cache.ts';

const PROJECT = [['projects', 'get'], { input: { id: '1' } }];
const STAFF = [['files', 'list'], {}];
let stored = new Map<string, Map<string, Response>>();
let client = new QueryClient();
let stop = () => {};

/** The parts of Cache Storage that the tested code uses. */
const storage = {
  open: async (name: string) => {
    const cache = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, cache);
    return {
      match: async (key: string) => cache.get(key)?.clone(),
      put: async (key: string, answer: Response) => void cache.set(key, answer),
    };
  },
  delete: async (name: string) => stored.delete(name),
};

/** Loads the page again as a person. */
async function start(personId: string): Promise<QueryClient> {
  stop();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = await startOfflineCache(client, personId);
  return client;
}
const answer = (queryKey: unknown[], data: unknown) =>
  client.query({ queryKey, queryFn: () => data });
const flush = async () => {
  await vi.advanceTimersByTimeAsync(1000);
};

beforeEach(() => {
  stored = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('restores portal data at the next start, but nothing from the back office', async () => {
  await start('ann');
  await answer(PROJECT, { name: 'Tower' });
  await answer(STAFF, { files: [] });
  await flush();
  const next = await start('ann');
  expect(next.getQueryData(PROJECT)).toEqual({ name: 'Tower' });
  expect(next.getQueryData(STAFF)).toBeUndefined();
});

it('caches responses that came with the page and respects refusals among them', async () => {
  client.setQueryData(PROJECT, { name: 'Tower' });
  stop = await startOfflineCache(client, 'ann');
  await flush();
  expect((await start('ann')).getQueryData(PROJECT)).toEqual({ name: 'Tower' });
  stop();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const refuse = () => Promise.reject(new ORPCError('NO', { status: 404 }));
  await client.query({ queryKey: PROJECT, queryFn: refuse }).catch(() => {});
  stop = await startOfflineCache(client, 'ann');
  expect((await start('ann')).getQueryData(PROJECT)).toBeUndefined();
});

it("never shows another person's data and deletes it", async () => {
  await start('ann');
  await answer(PROJECT, { name: 'Tower' });
  await flush();
  stored.set('overfly-pictures', new Map());
  expect((await start('ben')).getQueryData(PROJECT)).toBeUndefined();
  expect((await start('ann')).getQueryData(PROJECT)).toBeUndefined();
  expect(stored.has('overfly-pictures')).toBe(false);
});

it.each([401, 404])('deletes everything when the server answers %i', async (status) => {
  await start('ann');
  await answer(PROJECT, { name: 'Tower' });
  await flush();
  const again = await start('ann');
  const refuse = () => Promise.reject(new ORPCError('NO', { status }));
  await again.query({ queryKey: [['projects', 'list'], {}], queryFn: refuse }).catch(() => {});
  await flush();
  expect((await start('ann')).getQueryData(PROJECT)).toBeUndefined();
});
