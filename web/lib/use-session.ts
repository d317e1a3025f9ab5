import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionState, SessionStore } from './session-store.ts';

const SessionContext = createContext<SessionStore | null>(null);

/** Hands the session of this tab to everything below: `<AuthProvider value={session}>`. */
export const AuthProvider = SessionContext.Provider;

/** The session, read again whenever it changes. Throws outside of AuthProvider. */
export function useSession(): SessionState {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession must be used within an AuthProvider');
  return useSyncExternalStore(store.watch, store.state, store.state);
}
