import { useSyncExternalStore } from 'react';
import { SESSION_TIMING } from '#domain/session.ts';
import { client } from './api.ts';
import { SESSION_KEY } from './session-key.ts';
import { type SessionState, SessionStore } from './session-store.ts';

/** The session of this tab. */
export const session = new SessionStore({
  calls: client.session,
  storage: window.localStorage,
  now: () => Date.now(),
});

/** Follows the other tabs and renews the session in time, until the returned function is called. */
export function keepSession(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_KEY || event.key === null) session.followOtherTab(event.newValue);
  };
  const check = () => void session.check();
  const timer = window.setInterval(check, SESSION_TIMING.check * 1000);
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', check);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', check);
  };
}

/** The session, read again whenever it changes. */
export const useSession = (): SessionState =>
  useSyncExternalStore(session.watch, session.state, session.state);
