import { SESSION_TIMING } from '#domain/session-timing.ts';
import { client } from './api.ts';
import { refusal } from './error-messages.ts';
import { SESSION_KEY } from './session-key.ts';
import { SessionStore } from './session-store.ts';

export { AuthProvider, useSession } from './use-session.ts';

/**
 * Not there on a page without https, other than on one's own machine; the server then sees to it
 * that two tabs which renew at once get the same answer.
 */
const locks = 'locks' in navigator ? navigator.locks : null;

/** Asked for at each use: where the browser keeps nothing of a site, already the asking throws. */
const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => window.localStorage.getItem(key),
  setItem: (key, value) => window.localStorage.setItem(key, value),
  removeItem: (key) => window.localStorage.removeItem(key),
};

const PROBE = 'overfly_probe=1';

/** Whether the browser keeps cookies of this site. Some that keep none say that they do. */
function keepsCookies(): boolean {
  document.cookie = `${PROBE}; Path=/; SameSite=Lax`;
  const isKept = document.cookie.includes(PROBE);
  document.cookie = `${PROBE}; Path=/; SameSite=Lax; Max-Age=0`;
  return isKept;
}

const { get, refresh, giveCode, signOut } = client.session;

export const session = new SessionStore({
  calls: {
    get,
    refresh,
    giveCode,
    signOut,
    async signIn(input) {
      if (!keepsCookies()) throw refusal('COOKIES_REFUSED');
      return client.session.signIn(input);
    },
  },
  storage,
  exclusive: (work) => (locks ? locks.request(SESSION_KEY, work) : work()),
  now: () => Date.now(),
});

/** When the page comes back to the front, wakes up or has a connection again. */
const RETURNS = ['focus', 'pageshow', 'online'] as const;

/** Follows the other tabs and looks after the session in time, until the returned function is called. */
export function keepSession(): () => void {
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
  for (const name of RETURNS) window.addEventListener(name, check);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
    for (const name of RETURNS) window.removeEventListener(name, check);
  };
}
