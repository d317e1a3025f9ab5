import { ORPCError } from '@orpc/client';
import { COMMON_ERRORS } from '#domain/common-errors.ts';
import type { Session } from '#domain/session.ts';
import { SESSION_KEY } from './session-key.ts';
import { type SessionEvent, SessionStore } from './session-store.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const NOBODY: Session = { user: null, expiresAt: null, needsRefresh: false };

export const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
export const sessionOf = (email: string, seconds: number): Session => ({
  user: {
    id: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
    email,
    emailVerified: true,
    firstName: null,
    lastName: null,
    role: 'client',
    companyId: null,
    companyName: null,
    units: 'project',
    isOperator: false,
    mustSetUpSecondFactor: false,
  },
  expiresAt: inSeconds(seconds),
  needsRefresh: false,
});

const [status, message] = COMMON_ERRORS.NOT_SIGNED_IN;
const refused = () => new ORPCError('NOT_SIGNED_IN', { status, message });

/**
 * A server that answers what the test says, and a browser with a storage and a lock for its tabs.
 * `open` opens a tab; what one writes, the others hear of when the test calls `settle`.
 */
export function stage() {
  const kept = new Map<string, string>();
  /** The clock of the server, and how far that of the browser is ahead. */
  const time = { now: NOW, skew: 0 };
  const server = {
    answer: NOBODY,
    needsCode: false,
    isAway: false,
    isRefusing: false,
    /** How long a session lasts after a renewal; null: as `answer` says. */
    lifetime: null as number | null,
    calls: [] as string[],
    /** Runs before a call is answered. */
    meanwhile: async () => {},
  };
  const call = (name: string) => async (): Promise<Session> => {
    server.calls.push(name);
    if (name === 'refresh' && server.lifetime !== null) {
      server.answer = sessionOf('ann@site.example', (time.now - NOW) / 1000 + server.lifetime);
    }
    const { answer } = server;
    if (name === 'signOut') server.answer = NOBODY;
    await server.meanwhile();
    if (server.isAway) throw new TypeError('Failed to fetch');
    if (server.isRefusing) {
      if (name === 'get') return NOBODY;
      throw refused();
    }
    const left = Date.parse(answer.expiresAt ?? '') - time.now;
    return { ...answer, needsRefresh: left < 90_000 };
  };
  let line: Promise<unknown> = Promise.resolve();
  const parts = {
    calls: {
      get: call('get'),
      refresh: call('refresh'),
      giveCode: call('giveCode'),
      signOut: call('signOut'),
      signIn: async () => ({ ...(await call('signIn')()), needsCode: server.needsCode }),
    },
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    exclusive: (work: () => Promise<void>) => {
      const mine = line.then(work);
      line = mine.catch(() => {});
      return mine;
    },
    now: () => time.now + time.skew,
  };
  const events: SessionEvent[] = [];
  const open = () => {
    const store = new SessionStore(parts);
    store.listen((event) => events.push(event));
    return store;
  };
  /** Tells a tab what the storage holds now, as the browser does. */
  const settle = (store: SessionStore) => store.followOtherTab(kept.get(SESSION_KEY) ?? null);
  return { kept, server, time, events, open, settle };
}
