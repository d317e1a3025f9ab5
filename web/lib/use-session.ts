import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionState, SessionStore } from './session-store.ts';

const SessionContext = createContext<SessionStore | null>(null);

export const AuthProvider = SessionContext.Provider;

/** The session; re-renders on change. Throws outside of AuthProvider. */
export function useSession(): SessionState {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession must be used within an AuthProvider');
  return useSyncExternalStore(store.watch, store.state, store.state);
}
