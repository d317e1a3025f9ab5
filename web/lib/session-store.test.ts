import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_KEY } from './session-key.ts';
import { inSeconds, NOBODY, sessionOf, createSessionHarness } from './session-harness.ts';

let s: ReturnType<typeof createSessionHarness>;
beforeEach(() => {
  s = createSessionHarness();
});

/** A tab opened this long after a session was renewed for an hour. */
function beginAfter(seconds: number) {
  s.server.answer = sessionOf('ann@site.example', 3600);
  s.server.lifetime = 3600;
  s.kept.set(SESSION_KEY, JSON.stringify(s.server.answer));
  s.time.now = Date.parse(inSeconds(seconds));
  return s.open();
}

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

  it('waits for the server when what is mirrored was due, and renews it without a word of signing out', async () => {
    const store = beginAfter(16 * 3600);
    const seen: string[] = [];
    store.watch(() => seen.push(store.state().user?.email ?? 'nobody'));
    expect(store.state().isKnown).toBe(false);
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    await expect.poll(() => store.state().expiresAt).toBe(inSeconds(17 * 3600));
    expect(s.server.calls).toEqual(['get', 'refresh']);
    expect(new Set(seen)).toEqual(new Set(['ann@site.example']));
    expect(s.events).toEqual(['signed-in', 'token-refreshed']);
  });

  it('of two tabs at once, a day later, renews once', async () => {
    const tabs = [beginAfter(24 * 3600), beginAfter(24 * 3600)];
    await Promise.all(tabs.map((tab) => tab.resolve()));
    for (const tab of tabs)
      await expect.poll(() => tab.state().expiresAt).toBe(inSeconds(25 * 3600));
    expect(s.server.calls.filter((name) => name === 'refresh')).toHaveLength(1);
  });

  it('without an answer goes by the mirror while the session can last, and not for longer', async () => {
    const dayMs = 24 * 3_600_000;
    s.server.isAway = true;
    const store = beginAfter((14 * dayMs) / 1000 - 1);
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    s.time.now += 1000;
    expect(await s.open().resolve()).toEqual({ isKnown: true, user: null, expiresAt: null });
  });

  it('says that nobody is there when the session of the mirror has ended', async () => {
    const store = beginAfter(15 * 24 * 3600);
    s.server.answer = NOBODY;
    expect((await store.resolve()).user).toBeNull();
    expect(s.kept.has(SESSION_KEY)).toBe(false);
    expect(s.events).toEqual([]);
  });

  it.each([
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

  it('says that another person is here, whether or not the one before signed out', () => {
    const ann = JSON.stringify(sessionOf('ann@site.example', 600));
    const ben = ann.replace('7b6cbf3e', '0c1d2e3f');
    const store = s.open();
    for (const next of [ann, ben, null, ben, null, ann]) store.followOtherTab(next);
    expect(s.events.filter((event) => event === 'person-changed')).toHaveLength(2);
    expect(s.events.slice(0, 3)).toEqual(['signed-in', 'person-changed', 'user-updated']);
  });

  it.each(['{"user":', '{}', '{"user":{"id":"7"},"expiresAt":"soon"}'])(
    'stays as it is when another tab writes what it cannot read (%s)',
    (value) => {
      s.kept.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
      const store = s.open();
      store.followOtherTab(value);
      expect(store.state().user?.email).toBe('ann@site.example');
      expect(s.events).toEqual([]);
    },
  );

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

it('tells a session that has ended from one that somebody left, here or in another tab', async () => {
  const heard: boolean[] = [];
  const open = async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    store.listen((event, hasEnded) => event === 'signed-out' && heard.push(hasEnded));
    await store.resolve();
    return store;
  };
  const left = await open();
  await left.signOut();
  (await open()).followOtherTab(null);
  const ended = await open();
  s.server.answer = NOBODY;
  await ended.verify();
  (await open()).forget();
  expect(heard).toEqual([false, false, true, true]);
});

describe('with two factors', () => {
  it('nobody is signed in before the code', async () => {
    const store = s.open();
    s.server.needsCode = true;
    expect(await store.signIn('ann@site.example', 'secret')).toEqual({ needsCode: true });
    expect([store.state().user, s.events]).toEqual([null, []]);
    s.server.answer = sessionOf('ann@site.example', 3600);
    await store.submitSecondFactor('123456');
    expect(store.state().user?.email).toBe('ann@site.example');
    expect(s.events).toEqual(['signed-in']);
  });
});

it('says that the person came by a link to set a new password', () => {
  s.open().announcePasswordRecovery();
  expect(s.events).toEqual(['password-recovery']);
});
