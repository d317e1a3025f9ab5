import { SESSION_TIMING } from '#domain/session-timing.ts';
import { client } from './api.ts';
import { commonError } from './error-messages.ts';
import { SESSION_KEY } from './session-key.ts';
import { SessionStore } from './session-store.ts';

export { AuthProvider, useSession } from './use-session.ts';

/**
 * Unavailable without HTTPS, except on localhost. Without locks, the server gives concurrent renewals the same
 * response.
 */
const locks = 'locks' in navigator ? navigator.locks : null;

/** Accessed on each use, because `window.localStorage` throws if storage is blocked. */
const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => window.localStorage.getItem(key),
  setItem: (key, value) => window.localStorage.setItem(key, value),
  removeItem: (key) => window.localStorage.removeItem(key),
};

const TEST_COOKIE = 'overfly_probe=1';

/** Tests it with a cookie: some browsers that block cookies report that they're enabled. */
function keepsCookies(): boolean {
  document.cookie = `${TEST_COOKIE}; Path=/; SameSite=Lax`;
  const isStored = document.cookie.includes(TEST_COOKIE);
  document.cookie = `${TEST_COOKIE}; Path=/; SameSite=Lax; Max-Age=0`;
  return isStored;
}

const { get, refresh, submitCode, signOut } = client.session;

export const session = new SessionStore({
  calls: {
    get,
    refresh,
    submitCode,
    signOut,
    async signIn(input) {
      if (!keepsCookies()) throw commonError('COOKIES_REFUSED');
      return client.session.signIn(input);
    },
  },
  storage,
  exclusive: (work) => (locks ? locks.request(SESSION_KEY, work) : work()),
  now: () => Date.now(),
});

/** The page returned to the foreground, woke up, or is online again. */
const RETURN_EVENTS = ['focus', 'pageshow', 'online'] as const;

/** Follows other tabs and renews the session on time. Returns a function to stop. */
export function watchSession(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_KEY || event.key === null) session.followOtherTab(event.newValue);
  };
  const check = () => void session.check();
  const onVisible = () => {
    if (document.visibilityState === 'visible') check();
  };
  const timer = window.setInterval(check, SESSION_TIMING.check * 1000);
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  for (const name of RETURN_EVENTS) window.addEventListener(name, check);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
    for (const name of RETURN_EVENTS) window.removeEventListener(name, check);
  };
}
