import type { Database } from '../../db/database.ts';
import { subscribe } from '../../db/listen.ts';
import { findApiToken } from './api-token.ts';
import { lookUpSession, type RequestSession } from './session.ts';

const CHANNEL = 'overfly_sessions';
/** Limits how long a lost database connection can hide a change. */
const CACHE_MS = 1000;
const MAX_CACHED = 5000;

export type Sessions = {
  find(token: string): Promise<RequestSession | null>;
  findApiToken(secret: string): Promise<RequestSession | null>;
  clearCache(): void;
  close(): Promise<void>;
};

type Found = { session: RequestSession | null; isSettled: boolean };

/** Caches sessions for a second; the database triggers `tell_of_changed_sessions` clear the cache on changes. */
export async function createSessions(database: Database, clock: () => Date): Promise<Sessions> {
  const cookies = createCache(clock, (token, now) => lookUpSession(database, token, now));
  const tokens = createCache(clock, async (secret, now) => ({
    session: await findApiToken(database, secret, now),
    isSettled: true,
  }));
  const forget = () => {
    cookies.forget();
    tokens.forget();
  };
  const close = await subscribe(database, CHANNEL, forget, forget);
  return { find: cookies.find, findApiToken: tokens.find, clearCache: forget, close };
}

function createCache(clock: () => Date, lookUp: (secret: string, now: Date) => Promise<Found>) {
  // Not keyed by hash: hashing would be the most expensive part of serving a picture.
  const cache = new Map<string, { session: RequestSession; until: number }>();
  let generation = 0;

  function keep(secret: string, session: RequestSession, now: Date) {
    if (cache.size >= MAX_CACHED) cache.clear();
    const until = Math.min(now.getTime() + CACHE_MS, session.endsAt.getTime());
    cache.set(secret, { session, until });
  }

  async function lookUpAndCache(secret: string, now: Date) {
    const asked = generation;
    const { session, isSettled } = await lookUp(secret, now);
    // Don't cache a result that may lack changes made while the query ran.
    if (session && isSettled && asked === generation) keep(secret, session, now);
    return session;
  }

  const find = async (secret: string): Promise<RequestSession | null> => {
    const now = clock();
    const known = cache.get(secret);
    return known && now.getTime() < known.until ? known.session : lookUpAndCache(secret, now);
  };
  const forget = () => {
    generation++;
    cache.clear();
  };
  return { find, forget };
}
