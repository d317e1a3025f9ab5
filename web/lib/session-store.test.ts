import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_KEY } from './session-key.ts';
import { inSeconds, NOBODY, sessionOf, createSessionHarness } from './session-harness.ts';

let s: ReturnType<typeof createSessionHarness>;
beforeEach(() => {
  s = createSessionHarness();
});

/** Opens a tab this many seconds after the session was renewed for an hour. */
function openAfter(seconds: number) {
  s.server.answer = sessionOf('ann@site.example', 3600);
  s.server.lifetime = 3600;
  s.stored.set(SESSION_KEY, JSON.stringify(s.server.answer));
  s.time.now = Date.parse(inSeconds(seconds));
  return s.open();
}

describe('on page load', () => {
  it('the user is unknown until the server answers', async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    expect(store.state().isKnown).toBe(false);
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    expect(s.events).toEqual(['signed-in']);
  });

  it('concurrent lookups share one request', async () => {
    const store = s.open();
    await Promise.all([store.resolve(), store.resolve(), store.resolve()]);
    await store.resolve();
    expect(s.server.calls).toEqual(['get']);
  });

  it('a failed lookup counts as signed out', async () => {
    s.server.isUnreachable = true;
    expect(await s.open().resolve()).toEqual({ isKnown: true, user: null, expiresAt: null });
  });

  it('the stored user is shown immediately until the server answers', async () => {
    s.stored.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
    const store = s.open();
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    await expect.poll(() => store.state().user).toBeNull();
    expect(s.events).toEqual(['signed-out']);
    expect(s.stored.has(SESSION_KEY)).toBe(false);
  });

  it('an overdue session is renewed without signing out', async () => {
    const store = openAfter(16 * 3600);
    const seen: string[] = [];
    store.watch(() => seen.push(store.state().user?.email ?? 'nobody'));
    expect(store.state().isKnown).toBe(false);
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    await expect.poll(() => store.state().expiresAt).toBe(inSeconds(17 * 3600));
    expect(s.server.calls).toEqual(['get', 'refresh']);
    expect(new Set(seen)).toEqual(new Set(['ann@site.example']));
    expect(s.events).toEqual(['signed-in', 'token-refreshed']);
  });

  it('two tabs opened together a day later renew once', async () => {
    const tabs = [openAfter(24 * 3600), openAfter(24 * 3600)];
    await Promise.all(tabs.map((tab) => tab.resolve()));
    for (const tab of tabs)
      await expect.poll(() => tab.state().expiresAt).toBe(inSeconds(25 * 3600));
    expect(s.server.calls.filter((name) => name === 'refresh')).toHaveLength(1);
  });

  it('the stored session counts until it expires while the server is unreachable', async () => {
    const dayMs = 24 * 3_600_000;
    s.server.isUnreachable = true;
    const store = openAfter((14 * dayMs) / 1000 - 1);
    expect((await store.resolve()).user?.email).toBe('ann@site.example');
    s.time.now += 1000;
    expect(await s.open().resolve()).toEqual({ isKnown: true, user: null, expiresAt: null });
  });

  it('nobody is signed in when the stored session has ended', async () => {
    const store = openAfter(15 * 24 * 3600);
    s.server.answer = NOBODY;
    expect((await store.resolve()).user).toBeNull();
    expect(s.stored.has(SESSION_KEY)).toBe(false);
    expect(s.events).toEqual([]);
  });

  it.each([
    ['broken', '{'],
    ['in another format', '{"user":{"email":"x"},"expiresAt":"soon"}'],
  ])('stored data that is %s is ignored', (_kind, value) => {
    s.stored.set(SESSION_KEY, value);
    expect(s.open().state().isKnown).toBe(false);
  });
});

describe('signing in and out', () => {
  it('stores user and expiry', async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    await s.open().signIn('ann@site.example', 'secret');
    const { user, expiresAt } = s.server.answer;
    expect(JSON.parse(s.stored.get(SESSION_KEY) ?? '')).toEqual({ user, expiresAt });
  });

  it('stays signed out when the request fails', async () => {
    const store = s.open();
    s.server.isUnreachable = true;
    await expect(store.signIn('ann@site.example', 'wrong')).rejects.toThrow('Failed to fetch');
    expect(store.state().user).toBeNull();
    expect(s.events).toEqual([]);
  });

  it('stays signed in when the sign-out request fails', async () => {
    const store = s.open();
    s.server.answer = sessionOf('ann@site.example', 3600);
    await store.signIn('ann@site.example', 'secret');
    s.server.isUnreachable = true;
    await expect(store.signOut()).rejects.toThrow('Failed to fetch');
    expect(store.state().user).not.toBeNull();
  });

  it('follows sign-outs and sign-ins in another tab', () => {
    s.stored.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
    const store = s.open();
    store.followOtherTab(null);
    expect(store.state().user).toBeNull();
    store.followOtherTab(JSON.stringify(sessionOf('ben@site.example', 600)));
    expect(store.state().user?.email).toBe('ben@site.example');
    expect(s.events).toEqual(['signed-out', 'signed-in']);
  });

  it('reports a different person, even if the previous one did not sign out', () => {
    const ann = JSON.stringify(sessionOf('ann@site.example', 600));
    const ben = ann.replace('7b6cbf3e', '0c1d2e3f');
    const store = s.open();
    for (const next of [ann, ben, null, ben, null, ann]) store.followOtherTab(next);
    expect(s.events.filter((event) => event === 'person-changed')).toHaveLength(2);
    expect(s.events.slice(0, 3)).toEqual(['signed-in', 'person-changed', 'user-updated']);
  });

  it.each(['{"user":', '{}', '{"user":{"id":"7"},"expiresAt":"soon"}'])(
    'ignores unreadable data from another tab (%s)',
    (value) => {
      s.stored.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
      const store = s.open();
      store.followOtherTab(value);
      expect(store.state().user?.email).toBe('ann@site.example');
      expect(s.events).toEqual([]);
    },
  );

  it('distinguishes a changed user from a renewed session in another tab', () => {
    s.stored.set(SESSION_KEY, JSON.stringify(sessionOf('ann@site.example', 600)));
    const store = s.open();
    store.followOtherTab(JSON.stringify(sessionOf('ann@site.example', 3600)));
    store.followOtherTab(JSON.stringify(sessionOf('anna@site.example', 3600)));
    expect(s.events).toEqual(['token-refreshed', 'user-updated']);
  });
});

describe('verifying', () => {
  it('signs out when the server ended the session, not when it is unreachable', async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    await store.resolve();
    s.server.isUnreachable = true;
    await store.verify();
    expect(store.state().user).not.toBeNull();
    s.server.isUnreachable = false;
    s.server.answer = NOBODY;
    await store.verify();
    expect(s.events).toEqual(['signed-in', 'signed-out']);
  });
});

it('ended sessions are distinguished from signing out in any tab', async () => {
  const endings: boolean[] = [];
  const open = async () => {
    s.server.answer = sessionOf('ann@site.example', 3600);
    const store = s.open();
    store.listen((event, hasEnded) => event === 'signed-out' && endings.push(hasEnded));
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
  expect(endings).toEqual([false, false, true, true]);
});

describe('with two-factor sign-in', () => {
  it('nobody is signed in before the code is entered', async () => {
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

it('announces password recovery', () => {
  s.open().announcePasswordRecovery();
  expect(s.events).toEqual(['password-recovery']);
});
