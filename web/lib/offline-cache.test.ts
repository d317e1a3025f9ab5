// @vitest-environment node
import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startOfflineCache } from './offline-cache.ts';

const PROJECT = [['projects', 'get'], { input: { id: '1' } }];
const STAFF = [['files', 'list'], {}];
let boxes = new Map<string, Map<string, Response>>();
let client = new QueryClient();
let stop = () => {};

/** The parts of Cache Storage in use. */
const storage = {
  open: async (name: string) => {
    const box = boxes.get(name) ?? new Map<string, Response>();
    boxes.set(name, box);
    return {
      match: async (key: string) => box.get(key)?.clone(),
      put: async (key: string, answer: Response) => void box.set(key, answer),
    };
  },
  delete: async (name: string) => boxes.delete(name),
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
const written = async () => {
  await vi.advanceTimersByTimeAsync(1000);
};

beforeEach(() => {
  boxes = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('has what was seen at the next start, and nothing of the back office', async () => {
  await start('ann');
  await answer(PROJECT, { name: 'Tower' });
  await answer(STAFF, { files: [] });
  await written();
  const next = await start('ann');
  expect(next.getQueryData(PROJECT)).toEqual({ name: 'Tower' });
  expect(next.getQueryData(STAFF)).toBeUndefined();
});

it('keeps what came with the page, before it looked, and believes a refusal that did', async () => {
  client.setQueryData(PROJECT, { name: 'Tower' });
  stop = await startOfflineCache(client, 'ann');
  await written();
  expect((await start('ann')).getQueryData(PROJECT)).toEqual({ name: 'Tower' });
  stop();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const refuse = () => Promise.reject(new ORPCError('NO', { status: 404 }));
  await client.query({ queryKey: PROJECT, queryFn: refuse }).catch(() => {});
  stop = await startOfflineCache(client, 'ann');
  expect((await start('ann')).getQueryData(PROJECT)).toBeUndefined();
});

it('shows nobody what another has seen, and forgets it', async () => {
  await start('ann');
  await answer(PROJECT, { name: 'Tower' });
  await written();
  boxes.set('overfly-pictures', new Map());
  expect((await start('ben')).getQueryData(PROJECT)).toBeUndefined();
  expect((await start('ann')).getQueryData(PROJECT)).toBeUndefined();
  expect(boxes.has('overfly-pictures')).toBe(false);
});

it.each([401, 404])('forgets all of it once the server answers %i', async (status) => {
  await start('ann');
  await answer(PROJECT, { name: 'Tower' });
  await written();
  const again = await start('ann');
  const refuse = () => Promise.reject(new ORPCError('NO', { status }));
  await again.query({ queryKey: [['projects', 'list'], {}], queryFn: refuse }).catch(() => {});
  await written();
  expect((await start('ann')).getQueryData(PROJECT)).toBeUndefined();
});
