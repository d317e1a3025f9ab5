import type { Database } from '../../db/database.ts';
import { subscribe } from '../../db/listen.ts';
import type { Soon } from '../../soon.ts';
import { lookUpSession, type RequestSession } from './session.ts';

const CHANNEL = 'overfly_sessions';
/** Bounds what a lost connection to the database can hide. */
const KEPT_MS = 1000;
const MOST_KEPT = 5000;

export type Sessions = {
  /** As findSession; asks the database at most once a second for each secret. */
  find(token: string): Soon<RequestSession | null>;
  /** Lets go of all that is remembered: this process may have changed it. */
  forget(): void;
  close(): Promise<void>;
};

/**
 * Finds sessions for requests, remembering each for a second. The tables that the answer is made of
 * send a notification when they change (see the triggers `tell_of_changed_sessions`).
 */
export async function createSessions(database: Database, clock: () => Date): Promise<Sessions> {
  // By the secrets themselves: a hash of each would be the dearest part of sending a picture.
  const kept = new Map<string, { session: RequestSession; until: number }>();
  let generation = 0;
  const forget = () => {
    generation++;
    kept.clear();
  };
  const close = await subscribe(database, CHANNEL, forget, forget);

  function keep(token: string, session: RequestSession, now: Date) {
    if (kept.size >= MOST_KEPT) kept.clear();
    const until = Math.min(now.getTime() + KEPT_MS, session.endsAt.getTime());
    kept.set(token, { session, until });
  }

  async function ask(token: string, now: Date) {
    const asked = generation;
    const { session, isSettled } = await lookUpSession(database, token, now);
    // What changed while the database answered may not be in its answer.
    if (session && isSettled && asked === generation) keep(token, session, now);
    return session;
  }

  return {
    find(token) {
      const now = clock();
      const known = kept.get(token);
      return known && now.getTime() < known.until ? known.session : ask(token, now);
    },
    forget,
    close,
  };
}
