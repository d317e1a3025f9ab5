import { ORPCError } from '@orpc/client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#domain/session.ts';
import { SESSION_KEY } from './session-key.ts';
import { type SessionEvent, SessionStore } from './session-store.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const NOBODY: Session = { user: null, expiresAt: null, needsRefresh: false };

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
    isOperator: false,
    mustSetUpSecondFactor: false,
  },
  expiresAt: inSeconds(seconds),
  needsRefresh: false,
});

const refused = () => new ORPCError('NOT_SIGNED_IN', { status: 401 });

/**
 * A server that answers what the test says, and a browser with a storage and a lock for its tabs.
 * `open` opens a tab; what one writes, the others hear of when the test calls `settle`.
 */
function stage() {
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
    alone: (work: () => Promise<void>) => {
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
    const { user, expiresAt } = s.server.answer;
    expect(JSON.parse(s.kept.get(SESSION_KEY) ?? '')).toEqual({ user, expiresAt });
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

describe('with two factors', () => {
  it('nobody is signed in before the code', async () => {
    const store = s.open();
    s.server.needsCode = true;
    expect(await store.signIn('ann@site.example', 'secret')).toEqual({ needsCode: true });
    expect([store.state().user, s.events]).toEqual([null, []]);
    s.server.answer = sessionOf('ann@site.example', 3600);
    await store.giveCode('123456');
    expect(store.state().user?.email).toBe('ann@site.example');
    expect(s.events).toEqual(['signed-in']);
  });
});

const opened = (seconds: number) => {
  s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', seconds)));
  s.server.answer = sessionOf('ann@site.example', seconds);
  return s.open();
};

/** Checks as the timer does, every 30 s, until `seconds` have passed. */
async function let30sChecksRun(store: SessionStore, seconds: number) {
  const end = s.time.now + seconds * 1000;
  while (s.time.now < end) {
    s.time.now += 30_000;
    await store.check();
  }
}

describe('looked at every 30 s', () => {
  it('asks nothing while nobody is signed in', async () => {
    await let30sChecksRun(s.open(), 120);
    expect(s.server.calls).toEqual([]);
  });

  it('asks whether it lasts while 90 s or more are left', async () => {
    await opened(90).check();
    expect(s.server.calls).toEqual(['get']);
    expect(s.events).toEqual([]);
  });

  it('ends within 30 s when the server has ended it', async () => {
    const store = opened(3600);
    await let30sChecksRun(store, 60);
    s.server.answer = NOBODY;
    await let30sChecksRun(store, 30);
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
    expect(s.kept.has(SESSION_KEY)).toBe(false);
  });

  it('hears of a changed user', async () => {
    const store = opened(3600);
    s.server.answer = sessionOf('anna@site.example', 3600);
    await store.check();
    expect(store.state().user?.email).toBe('anna@site.example');
    expect(s.events).toEqual(['user-updated']);
  });

  it('stays over a lost connection', async () => {
    const store = opened(3600);
    s.server.isAway = true;
    await let30sChecksRun(store, 3000);
    expect(store.state().user).not.toBeNull();
    expect(s.events).toEqual([]);
  });

  it('does not take an answer from before the sign-out for a sign-in', async () => {
    const store = opened(3600);
    s.server.meanwhile = async () => {
      s.server.meanwhile = async () => {};
      await store.signOut();
    };
    await store.check();
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
  });

  it('lasts a working day when it is renewed in time', async () => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    await let30sChecksRun(store, 8 * 3600);
    expect(store.state().user).not.toBeNull();
    expect(s.server.calls.filter((name) => name === 'refresh')).toHaveLength(8);
    expect(new Set(s.events)).toEqual(new Set(['token-refreshed']));
  });
});

describe('renewal', () => {
  /** A tab with a session that ends in `seconds`, and lasts an hour once it is renewed. */
  const due = (seconds: number) => {
    s.server.lifetime = 3600;
    return opened(seconds);
  };
  /** Runs `work` while the server is at a renewal. */
  const duringRefresh = (work: () => Promise<void>) => {
    s.server.meanwhile = async () => {
      if (s.server.calls.at(-1) !== 'refresh') return;
      s.server.meanwhile = async () => {};
      await work();
    };
  };
  const renewals = () => s.server.calls.filter((name) => name === 'refresh').length;

  it('happens when less than 90 s are left', async () => {
    const store = due(89);
    await store.check();
    expect(s.server.calls).toEqual(['get', 'refresh']);
    expect(store.state().expiresAt).toBe(inSeconds(3600));
    expect(s.events).toEqual(['token-refreshed']);
  });

  it('happens once at a time', async () => {
    const store = due(30);
    await Promise.all([store.check(), store.check()]);
    expect(s.server.calls).toEqual(['get', 'refresh']);
  });

  it.each([
    ['right', 0],
    ['ten minutes late', -600],
    ['two hours early', 7200],
  ])('happens once an hour in a browser whose clock is %s', async (_how, seconds) => {
    s.time.skew = seconds * 1000;
    s.server.lifetime = 3600;
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    await store.resolve();
    await let30sChecksRun(store, 4 * 3600);
    expect(store.state().user).not.toBeNull();
    expect(renewals()).toBe(4);
  });

  it('happens once for two tabs, and both have it', async () => {
    const [one, two] = [due(30), due(30)];
    await Promise.all([one.check(), two.check()]);
    expect(renewals()).toBe(1);
    expect(two.state()).toEqual(one.state());
    expect(s.events).toEqual(['token-refreshed', 'token-refreshed']);
  });

  it('does not happen in a tab that waits for it while another signs out', async () => {
    const [one, two] = [due(30), due(30)];
    let waiting: Promise<void> | undefined;
    duringRefresh(async () => {
      waiting = two.check();
      await one.signOut();
    });
    await one.check();
    await waiting;
    expect(renewals()).toBe(1);
    expect([one.state().user, two.state().user]).toEqual([null, null]);
    expect(s.kept.has(SESSION_KEY)).toBe(false);
  });

  it('under way in one tab does not bring back what another has signed out', async () => {
    const [one, two] = [due(30), due(30)];
    duringRefresh(async () => {
      await two.signOut();
      s.settle(one);
    });
    await one.check();
    expect(s.server.calls).toEqual(['get', 'refresh', 'signOut']);
    expect(one.state().user).toBeNull();
    expect(s.kept.has(SESSION_KEY)).toBe(false);
  });

  it('without an answer keeps the session until its time is over', async () => {
    const store = due(60);
    s.server.isAway = true;
    await store.check();
    expect(store.state().user).not.toBeNull();
    s.time.now = NOW + 60_000;
    await store.check();
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
  });

  it('that is refused signs out at once', async () => {
    const store = due(60);
    duringRefresh(async () => void (s.server.isRefusing = true));
    await store.check();
    expect(s.events).toEqual(['signed-out']);
    expect(s.kept.has(SESSION_KEY)).toBe(false);
  });
});

describe('after a sleep', () => {
  it.each([
    ['of a minute', 60, ['get']],
    ['that left less than 90 s', 3540, ['get', 'refresh']],
  ])('%s the session works', async (_how, seconds, calls) => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    s.time.now += seconds * 1000;
    await store.check();
    expect(s.server.calls).toEqual(calls);
    expect(store.state().user).not.toBeNull();
  });

  it('that was longer than the session it has ended, in the other tabs too', async () => {
    const [store, other] = [opened(3600), opened(3600)];
    s.time.now += 8 * 3_600_000;
    s.server.isRefusing = true;
    await store.check();
    s.settle(other);
    expect([store.state().user, other.state().user]).toEqual([null, null]);
    expect(s.events).toEqual(['signed-out', 'signed-out']);
  });
});

it('says that the person came by a link to set a new password', () => {
  s.open().announcePasswordRecovery();
  expect(s.events).toEqual(['password-recovery']);
});
