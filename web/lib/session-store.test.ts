import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#domain/session.ts';
import { SESSION_KEY } from './session-key.ts';
import { type SessionEvent, SessionStore } from './session-store.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const NOBODY: Session = { user: null, expiresAt: null };

const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const sessionOf = (email: string, seconds: number): Session => ({
  user: {
    id: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
    email,
    emailVerified: true,
    firstName: null,
    lastName: null,
    role: 'client',
    companyId: null,
    companyName: null,
  },
  expiresAt: inSeconds(seconds),
});

/** A server that answers what the test says, and a browser's storage. */
function stage() {
  const kept = new Map<string, string>();
  const server = { answer: NOBODY, isAway: false, calls: [] as string[] };
  const call = (name: string) => async (): Promise<Session> => {
    server.calls.push(name);
    if (server.isAway) throw new TypeError('Failed to fetch');
    return server.answer;
  };
  const time = { now: NOW };
  const parts = {
    calls: {
      get: call('get'),
      refresh: call('refresh'),
      signIn: call('signIn'),
      signOut: call('signOut'),
    },
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    now: () => time.now,
  };
  const events: SessionEvent[] = [];
  const open = () => {
    const store = new SessionStore(parts);
    store.listen((event) => events.push(event));
    return store;
  };
  return { kept, server, time, events, open };
}

let s: ReturnType<typeof stage>;
beforeEach(() => {
  s = stage();
});

describe('at the start', () => {
  it('does not know who is there until the server has answered', async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    expect(store.state().isKnown).toBe(false);
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    expect(s.events).toEqual(['signed-in']);
  });

  it('asks the server once, however often it is asked', async () => {
    const store = s.open();
    await Promise.all([store.resolve(), store.resolve(), store.resolve()]);
    await store.resolve();
    expect(s.server.calls).toEqual(['get']);
  });

  it('takes a failed look-up as nobody', async () => {
    s.server.isAway = true;
    expect(await s.open().resolve()).toEqual({ isKnown: true, user: null, expiresAt: null });
  });

  it('starts at once with the mirrored user, and believes the server later', async () => {
    s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
    const store = s.open();
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    await expect.poll(() => store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
    expect(s.kept.has(SESSION_KEY)).toBe(false);
  });

  it.each([
    ['expired', JSON.stringify(sessionOf('ann@site.example', -1))],
    ['broken', '{'],
    ['foreign', '{"user":{"email":"x"},"expiresAt":"soon"}'],
  ])('does not trust an %s mirror', (_kind, value) => {
    s.kept.set(SESSION_KEY, value);
    expect(s.open().state().isKnown).toBe(false);
  });
});

describe('signing in and out', () => {
  it('mirrors user and expiry', async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    await s.open().signIn('ann@site.example', 'secret');
    expect(JSON.parse(s.kept.get(SESSION_KEY) ?? '')).toEqual(s.server.answer);
  });

  it('stays signed out when the server refuses', async () => {
    const store = s.open();
    s.server.isAway = true;
    await expect(store.signIn('ann@site.example', 'wrong')).rejects.toThrow('Failed to fetch');
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual([]);
  });

  it('stays signed in when the server could not be told', async () => {
    const store = s.open();
    s.server.answer = sessionOf('ann@site.example', 3600);
    await store.signIn('ann@site.example', 'secret');
    s.server.isAway = true;
    await expect(store.signOut()).rejects.toThrow('Failed to fetch');
    expect(store.state().user).not.toBeNull();
  });

  it('follows another tab out and in again', () => {
    s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
    const store = s.open();
    store.followOtherTab(null);
    expect(store.state().user).toBeNull();
    store.followOtherTab(JSON.stringify(sessionOf('ben@site.example', 600)));
    expect(store.state().user?.email).toBe('ben@site.example');
    expect(s.events).toEqual(['signed-out', 'signed-in']);
  });

  it('tells a changed user from a renewed session of another tab', () => {
    s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
    const store = s.open();
    store.followOtherTab(JSON.stringify(sessionOf('ann@site.example', 3600)));
    store.followOtherTab(JSON.stringify(sessionOf('anna@site.example', 3600)));
    expect(s.events).toEqual(['token-refreshed', 'user-updated']);
  });
});

describe('asked to verify', () => {
  it('signs out when the server has ended the session, and not when it is away', async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    await store.resolve();
    s.server.isAway = true;
    await store.verify();
    expect(store.state().user).not.toBeNull();
    s.server.isAway = false;
    s.server.answer = NOBODY;
    await store.verify();
    expect(s.events).toEqual(['signed-in', 'signed-out']);
  });
});

describe('renewal', () => {
  const opened = (seconds: number) => {
    s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', seconds)));
    s.server.answer = sessionOf('ann@site.example', 3600);
    return s.open();
  };

  it('does nothing while 90 s or more are left', async () => {
    await opened(90).check();
    expect(s.server.calls).toEqual([]);
  });

  it('renews when less than 90 s are left', async () => {
    const store = opened(89);
    await store.check();
    expect(s.server.calls).toEqual(['refresh']);
    expect(store.state().expiresAt).toBe(inSeconds(3600));
    expect(s.events).toEqual(['token-refreshed']);
  });

  it('renews once at a time', async () => {
    const store = opened(30);
    await Promise.all([store.check(), store.check()]);
    expect(s.server.calls).toEqual(['refresh']);
  });

  it('keeps the session over a failed renewal until its time is over', async () => {
    const store = opened(60);
    s.server.isAway = true;
    await store.check();
    expect(store.state().user).not.toBeNull();
    s.time.now = NOW + 60_000;
    await store.check();
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
  });

  it('signs out when the server knows the session no more', async () => {
    const store = opened(60);
    s.server.answer = NOBODY;
    await store.check();
    expect(s.events).toEqual(['signed-out']);
  });
});
