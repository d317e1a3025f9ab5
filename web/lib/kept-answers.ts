import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isRefused, isSignedOut } from './error-messages.ts';

/** Where the browser keeps what a person has seen; the pictures are kept by the service worker. */
const ANSWERS = 'overfly-answers';
const PICTURES = 'overfly-pictures';
const ADDRESS = '/kept-answers';
/** Of these a portal without a line is made; nothing else is kept. */
const KEPT = new Set([
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
const MOST_ANSWERS = 40;
const MOST_CHARACTERS = 4_000_000;
/** Answers come together; they are written once. */
const GATHER_MILLISECONDS = 500;

type Answer = { key: QueryKey; data: unknown; at: number };
type Kept = { personId: string; answers: Answer[] };

type Answered = {
  queryKey: QueryKey;
  state: Pick<QueryState, 'data' | 'dataUpdatedAt' | 'error'>;
};

const isKept = ({ queryKey: [path] }: { queryKey: QueryKey }) =>
  Array.isArray(path) && KEPT.has(path.join('.'));
const hasRefusal = ({ state: { error } }: Answered) => isRefused(error) || isSignedOut(error);

/** When what is on the screen was seen, as long as the server has said nothing newer. */
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
/** When the kept answers came that this page shows; null once the server has answered it. */
export const useSeenAt = (): number | null => useSyncExternalStore(watch, () => seenAt);

/** Nothing of what one person saw is there for the next, nor for whoever is signed out. */
export async function forgetAnswers(): Promise<void> {
  setSeenAt(null);
  if (!('caches' in window)) return;
  await Promise.all([caches.delete(ANSWERS), caches.delete(PICTURES)]);
}

async function read(personId: string): Promise<Answer[]> {
  const found = await (await caches.open(ANSWERS)).match(ADDRESS);
  const kept = found ? ((await found.json()) as Kept) : null;
  if (kept && kept.personId !== personId) await forgetAnswers();
  return kept?.personId === personId ? kept.answers : [];
}

/** Keeps the newest answers that there is room for. */
function textOf(personId: string, answers: Answer[]): string {
  const newest = answers.toSorted((a, b) => b.at - a.at).slice(0, MOST_ANSWERS);
  const text = JSON.stringify({ personId, answers: newest } satisfies Kept);
  if (text.length <= MOST_CHARACTERS || newest.length < 2) return text;
  return textOf(personId, newest.slice(0, Math.floor(newest.length / 2)));
}

/** Shows what was seen before, unless there is something newer, until the server has said what there is now. */
function putBack(queryClient: QueryClient, answers: Map<string, Answer>, answer: Answer): void {
  const { key, data, at } = answer;
  if (queryClient.getQueryData(key) !== undefined) return;
  answers.set(JSON.stringify(key), answer);
  queryClient.setQueryData(key, data, { updatedAt: at });
  // However new it is, who loads a page anew wants what there is now.
  void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  setSeenAt(Math.max(seenAt ?? 0, at));
}

/**
 * Puts what this person saw last into the cache of queries, which asks for it anew as soon as it is
 * shown, and keeps what they see from now on. Returns how to stop. An answer that refuses takes away
 * all that was kept until then.
 */
export async function keepAnswers(queryClient: QueryClient, personId: string): Promise<() => void> {
  if (!('caches' in window)) return () => {};
  const answers = new Map<string, Answer>();
  let timer = 0;
  let isOver = false;
  const write = async () => {
    const text = textOf(personId, [...answers.values()]);
    const cache = await caches.open(ANSWERS);
    await cache.put(ADDRESS, new Response(text));
    // Signed out meanwhile.
    if (isOver) await forgetAnswers();
  };
  // Without room, or where it is forbidden, nothing is kept.
  const writeSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void write().catch(() => {}), GATHER_MILLISECONDS);
  };
  const keep = ({ queryKey: key, state: { data, dataUpdatedAt: at } }: Answered) => {
    setSeenAt(null);
    answers.set(JSON.stringify(key), { key, data, at });
    writeSoon();
  };
  const forget = () => {
    answers.clear();
    void forgetAnswers();
  };
  const cache = queryClient.getQueryCache();
  const before = await read(personId).catch(() => []);
  // The server may have been faster than the browser: what came with the page was there at once.
  const early = cache.findAll({ predicate: isKept });
  if (early.some(hasRefusal)) forget();
  else for (const answer of before) putBack(queryClient, answers, answer);
  for (const query of early) {
    if (query.state.data !== undefined && !answers.has(JSON.stringify(query.queryKey))) keep(query);
  }
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query)) return;
    if (event.action.type === 'success') keep(event.query);
    if (event.action.type === 'error' && hasRefusal(event.query as Answered)) forget();
  });
  return () => {
    isOver = true;
    stop();
    clearTimeout(timer);
  };
}
