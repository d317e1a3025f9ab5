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
  s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', seconds)));
  s.server.answer = sessionOf('ann@site.example', seconds);
  return s.open();
};

/** Checks every 30 s, like the timer, until `seconds` have passed. */
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

  it('stays over a lost connection, also when it lasts for hours', async () => {
    const store = opened(3600);
    s.server.isAway = true;
    await let30sChecksRun(store, 8 * 3600);
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
  /** A tab whose session is due in `seconds` and lasts an hour after renewal. */
  const due = (seconds: number) => {
    s.server.lifetime = 3600;
    return opened(seconds);
  };
  /** Runs `work` while the server is renewing. */
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

  it('does not happen again in a tab that is answered late, with what was true before', async () => {
    const [one, two] = [due(30), due(30)];
    s.server.meanwhile = async () => {
      s.server.meanwhile = async () => {};
      await one.check();
    };
    await two.check();
    expect(renewals()).toBe(1);
    expect(two.state()).toEqual(one.state());
    expect(JSON.parse(s.kept.get(SESSION_KEY) ?? '{}')).toMatchObject({
      expiresAt: inSeconds(3600),
    });
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

  it('without an answer keeps the session until 14 days after the last renewal', async () => {
    const store = due(3600);
    s.server.isAway = true;
    s.time.now = NOW + 14 * DAY_MS - 1;
    await store.check();
    expect(store.state().user).not.toBeNull();
    s.time.now += 1;
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
    ['of a lunch break', 1.5 * 3600, ['get', 'refresh']],
    ['of a night', 16 * 3600, ['get', 'refresh']],
    ['of 13 days', 13 * 24 * 3600, ['get', 'refresh']],
  ])('%s the session works', async (_how, seconds, calls) => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    s.time.now += seconds * 1000;
    await store.check();
    expect(s.server.calls).toEqual(calls);
    expect(store.state().user).not.toBeNull();
    expect(s.events.filter((event) => event === 'signed-out')).toEqual([]);
  });

  it('from which two tabs wake at once they renew once', async () => {
    const tabs = [opened(3600), opened(3600)];
    s.server.lifetime = 3600;
    s.time.now += 16 * 3_600_000;
    await Promise.all(tabs.map((tab) => tab.check()));
    expect(s.server.calls.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(tabs.map((tab) => tab.state().expiresAt)).toEqual(Array(2).fill(inSeconds(17 * 3600)));
  });

  it('before whose end the network is back keeps the session', async () => {
    const store = opened(3600);
    s.server.lifetime = 3600;
    s.time.now += 16 * 3_600_000;
    s.server.isAway = true;
    await store.check();
    s.server.isAway = false;
    await store.check();
    expect(store.state()).toMatchObject({ expiresAt: inSeconds(17 * 3600) });
    expect(s.events).toEqual(['token-refreshed']);
  });

  it('that was longer than the session it has ended, in the other tabs too', async () => {
    const [store, other] = [opened(3600), opened(3600)];
    s.time.now += 14 * DAY_MS;
    s.server.isRefusing = true;
    await store.check();
    s.settle(other);
    expect([store.state().user, other.state().user]).toEqual([null, null]);
    expect(s.events).toEqual(['signed-out', 'signed-out']);
  });
});
