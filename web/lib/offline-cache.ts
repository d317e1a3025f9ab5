import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isRefused, isSignedOut } from './error-messages.ts';

/** Names in Cache Storage. The service worker caches the pictures. */
const ANSWERS = 'overfly-answers';
const PICTURES = 'overfly-pictures';
const ANSWERS_URL = '/kept-answers';
const CACHED_QUERIES = new Set([
  'overview.client',
  'projects.list',
  'projects.get',
  'submissions.latestCovers',
  'submissions.listPublished',
  'submissions.getPublished',
  'viewpoints.compare',
  'files.listPublished',
  'notifications.list',
]);
const MAX_ANSWERS = 40;
const MAX_CHARACTERS = 4_000_000;
/** Responses that arrive within this many milliseconds are written together. */
const WRITE_DELAY_MS = 500;

type Answer = { key: QueryKey; data: unknown; at: number };
type CachedAnswers = { personId: string; answers: Answer[] };

type QueryResult = {
  queryKey: QueryKey;
  state: Pick<QueryState, 'data' | 'dataUpdatedAt' | 'error'>;
};

const isCached = ({ queryKey: [path] }: { queryKey: QueryKey }) =>
  Array.isArray(path) && CACHED_QUERIES.has(path.join('.'));
const hasRefusal = ({ state: { error } }: QueryResult) => isRefused(error) || isSignedOut(error);

let seenAt: number | null = null;
const watchers = new Set<() => void>();
function setSeenAt(next: number | null): void {
  if (next === seenAt) return;
  seenAt = next;
  for (const watcher of watchers) watcher();
}
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
/** When the newest cached data on screen was fetched; null once the server has answered. */
export const useCachedAt = (): number | null => useSyncExternalStore(watch, () => seenAt);

/** Clears cached data so that the next person doesn't see it. */
export async function clearOfflineCache(): Promise<void> {
  setSeenAt(null);
  if (!('caches' in window)) return;
  await Promise.all([caches.delete(ANSWERS), caches.delete(PICTURES)]);
}

async function read(personId: string): Promise<Answer[]> {
  const found = await (await caches.open(ANSWERS)).match(ANSWERS_URL);
  const kept = found ? ((await found.json()) as CachedAnswers) : null;
  if (kept && kept.personId !== personId) await clearOfflineCache();
  return kept?.personId === personId ? kept.answers : [];
}

function serialize(personId: string, answers: Answer[]): string {
  const newest = answers.toSorted((a, b) => b.at - a.at).slice(0, MAX_ANSWERS);
  const text = JSON.stringify({ personId, answers: newest } satisfies CachedAnswers);
  if (text.length <= MAX_CHARACTERS || newest.length < 2) return text;
  return serialize(personId, newest.slice(0, Math.floor(newest.length / 2)));
}

/** Shows a cached response unless the query already has data. */
function restoreAnswer(
  queryClient: QueryClient,
  answers: Map<string, Answer>,
  answer: Answer,
): void {
  const { key, data, at } = answer;
  if (queryClient.getQueryData(key) !== undefined) return;
  answers.set(JSON.stringify(key), answer);
  queryClient.setQueryData(key, data, { updatedAt: at });
  // Mark it stale: a freshly loaded page fetches current data.
  void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  setSeenAt(Math.max(seenAt ?? 0, at));
}

/**
 * Fills the query cache with what this person saw last, marked stale, then caches new responses. Returns a function to
 * stop. A response that denies access clears everything cached before.
 */
export async function startOfflineCache(
  queryClient: QueryClient,
  personId: string,
): Promise<() => void> {
  if (!('caches' in window)) return () => {};
  const answers = new Map<string, Answer>();
  let timer = 0;
  let hasStopped = false;
  const write = async () => {
    const text = serialize(personId, [...answers.values()]);
    const cache = await caches.open(ANSWERS);
    await cache.put(ANSWERS_URL, new Response(text));
    // Stopped while writing.
    if (hasStopped) await clearOfflineCache();
  };
  // Nothing is cached if storage is full or blocked.
  const writeSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void write().catch(() => {}), WRITE_DELAY_MS);
  };
  const keep = ({ queryKey: key, state: { data, dataUpdatedAt: at } }: QueryResult) => {
    setSeenAt(null);
    answers.set(JSON.stringify(key), { key, data, at });
    writeSoon();
  };
  const forget = () => {
    answers.clear();
    void clearOfflineCache();
  };
  const cache = queryClient.getQueryCache();
  const before = await read(personId).catch(() => []);
  // Responses that came with the page may already be there.
  const early = cache.findAll({ predicate: isCached });
  if (early.some(hasRefusal)) forget();
  else for (const answer of before) restoreAnswer(queryClient, answers, answer);
  for (const query of early) {
    if (query.state.data !== undefined && !answers.has(JSON.stringify(query.queryKey))) keep(query);
  }
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isCached(event.query)) return;
    if (event.action.type === 'success') keep(event.query);
    if (event.action.type === 'error' && hasRefusal(event.query as QueryResult)) forget();
  });
  return () => {
    hasStopped = true;
    stop();
    clearTimeout(timer);
  };
}
