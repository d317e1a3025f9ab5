import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_KEY } from './session-key.ts';
import { NOBODY, NOW, inSeconds, sessionOf, createSessionHarness } from './session-harness.ts';
import type { SessionStore } from './session-store.ts';

const DAY_MS = 24 * 3_600_000;
let s: ReturnType<typeof createSessionHarness>;
beforeEach(() => {
  s = createSessionHarness();
});

const opened = (seconds: number) => {
  s.stored.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', seconds)));
  s.server.answer = sessionOf('ann@site.example', seconds);
  return s.open();
};

/** Checks every 30 s, like the timer, until `seconds` have passed. */
async function checkEvery30s(store: SessionStore, seconds: number) {
  const end = s.time.now + seconds * 1000;
  while (s.time.now < end) {
    s.time.now += 30_000;
    await store.check();
  }
}

describe('the session check', () => {
  it('makes no request while nobody is signed in', async () => {
    await checkEvery30s(s.open(), 120);
    expect(s.server.calls).toEqual([]);
  });

  it('only verifies the session while at least 90 s are left', async () => {
    await opened(90).check();
    expect(s.server.calls).toEqual(['get']);
    expect(s.events).toEqual([]);
  });

  it('signs out within 30 s after the server ended the session', async () => {
    const store = opened(3600);
    await checkEvery30s(store, 60);
    s.server.answer = NOBODY;
    await checkEvery30s(store, 30);
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
    expect(s.stored.has(SESSION_KEY)).toBe(false);
  });

  it('notices a changed user', async () => {
    const store = opened(3600);
    s.server.answer = sessionOf('anna@site.example', 3600);
    await store.check();
    expect(store.state().user?.email).toBe('anna@site.example');
    expect(s.events).toEqual(['user-updated']);
  });

  it('stays signed in while the connection is down for hours', async () => {
    const store = opened(3600);
    s.server.isUnreachable = true;
    await checkEvery30s(store, 8 * 3600);
    expect(store.state().user).not.toBeNull();
    expect(s.events).toEqual([]);
  });

  it('ignores a response that was requested before signing out', async () => {
    const store = opened(3600);
    s.server.duringCall = async () => {
      s.server.duringCall = async () => {};
      await store.signOut();
    };
    await store.check();
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
  });

  it('keeps a session alive for a working day', async () => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    await checkEvery30s(store, 8 * 3600);
    expect(store.state().user).not.toBeNull();
    expect(s.server.calls.filter((name) => name === 'refresh')).toHaveLength(8);
    expect(new Set(s.events)).toEqual(new Set(['token-refreshed']));
  });
});

describe('renewal', () => {
  /** A tab whose session is due in `seconds` and lasts an hour after renewal. */
  const due = (seconds: number) => {
    s.server.lifetime = 3600;
    return opened(seconds);
  };
  /** Runs `work` while the server is renewing. */
  const duringRefresh = (work: () => Promise<void>) => {
    s.server.duringCall = async () => {
      if (s.server.calls.at(-1) !== 'refresh') return;
      s.server.duringCall = async () => {};
      await work();
    };
  };
  const renewals = () => s.server.calls.filter((name) => name === 'refresh').length;

  it('starts when less than 90 s are left', async () => {
    const store = due(89);
    await store.check();
    expect(s.server.calls).toEqual(['get', 'refresh']);
    expect(store.state().expiresAt).toBe(inSeconds(3600));
    expect(s.events).toEqual(['token-refreshed']);
  });

  it('runs only once at a time', async () => {
    const store = due(30);
    await Promise.all([store.check(), store.check()]);
    expect(s.server.calls).toEqual(['get', 'refresh']);
  });

  it.each([
    ['right', 0],
    ['ten minutes slow', -600],
    ['two hours fast', 7200],
  ])('runs once an hour when the clock of the browser is %s', async (_clock, seconds) => {
    s.time.skew = seconds * 1000;
    s.server.lifetime = 3600;
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    await store.resolve();
    await checkEvery30s(store, 4 * 3600);
    expect(store.state().user).not.toBeNull();
    expect(renewals()).toBe(4);
  });

  it('runs once for two tabs and updates both', async () => {
    const [one, two] = [due(30), due(30)];
    await Promise.all([one.check(), two.check()]);
    expect(renewals()).toBe(1);
    expect(two.state()).toEqual(one.state());
    expect(s.events).toEqual(['token-refreshed', 'token-refreshed']);
  });

  it('does not run again in a tab that receives an outdated response', async () => {
    const [one, two] = [due(30), due(30)];
    s.server.duringCall = async () => {
      s.server.duringCall = async () => {};
      await one.check();
    };
    await two.check();
    expect(renewals()).toBe(1);
    expect(two.state()).toEqual(one.state());
    expect(JSON.parse(s.stored.get(SESSION_KEY) ?? '{}')).toMatchObject({
      expiresAt: inSeconds(3600),
    });
  });

  it('is skipped in a waiting tab when another tab signs out', async () => {
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
    expect(s.stored.has(SESSION_KEY)).toBe(false);
  });

  it('does not undo a sign-out in another tab', async () => {
    const [one, two] = [due(30), due(30)];
    duringRefresh(async () => {
      await two.signOut();
      s.syncTab(one);
    });
    await one.check();
    expect(s.server.calls).toEqual(['get', 'refresh', 'signOut']);
    expect(one.state().user).toBeNull();
    expect(s.stored.has(SESSION_KEY)).toBe(false);
  });

  it('keeps the session for 14 days while the server is unreachable', async () => {
    const store = due(3600);
    s.server.isUnreachable = true;
    s.time.now = NOW + 14 * DAY_MS - 1;
    await store.check();
    expect(store.state().user).not.toBeNull();
    s.time.now += 1;
    await store.check();
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
  });

  it('signs out when the server refuses it', async () => {
    const store = due(60);
    duringRefresh(async () => void (s.server.isRefusing = true));
    await store.check();
    expect(s.events).toEqual(['signed-out']);
    expect(s.stored.has(SESSION_KEY)).toBe(false);
  });
});

describe('waking from sleep', () => {
  it.each([
    ['a minute', 60, ['get']],
    ['59 minutes', 3540, ['get', 'refresh']],
    ['a lunch break', 1.5 * 3600, ['get', 'refresh']],
    ['a night', 16 * 3600, ['get', 'refresh']],
    ['13 days', 13 * 24 * 3600, ['get', 'refresh']],
  ])('keeps the session after %s', async (_sleep, seconds, calls) => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    s.time.now += seconds * 1000;
    await store.check();
    expect(s.server.calls).toEqual(calls);
    expect(store.state().user).not.toBeNull();
    expect(s.events.filter((event) => event === 'signed-out')).toEqual([]);
  });

  it('renews once for two tabs that wake together', async () => {
    const tabs = [opened(3600), opened(3600)];
    s.server.lifetime = 3600;
    s.time.now += 16 * 3_600_000;
    await Promise.all(tabs.map((tab) => tab.check()));
    expect(s.server.calls.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(tabs.map((tab) => tab.state().expiresAt)).toEqual(Array(2).fill(inSeconds(17 * 3600)));
  });

  it('keeps the session when the network comes back later', async () => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    s.time.now += 16 * 3_600_000;
    s.server.isUnreachable = true;
    await store.check();
    s.server.isUnreachable = false;
    await store.check();
    expect(store.state()).toMatchObject({ expiresAt: inSeconds(17 * 3600) });
    expect(s.events).toEqual(['token-refreshed']);
  });

  it('signs out all tabs when the session has expired', async () => {
    const [store, other] = [opened(3600), opened(3600)];
    s.time.now += 14 * DAY_MS;
    s.server.isRefusing = true;
    await store.check();
    s.syncTab(other);
    expect([store.state().user, other.state().user]).toEqual([null, null]);
    expect(s.events).toEqual(['signed-out', 'signed-out']);
  });
});
