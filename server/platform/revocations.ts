import type { Database } from './db/database.ts';
import { subscribe } from './db/listen.ts';

/** The triggers `tell_of_revocation` notify on this channel. */
const CHANNEL = 'overfly_revocations';
/** Limits how long a lost database connection can hide a revocation. */
const RECHECK_MS = 900;

export type RevocableWork = {
  /** Null if it doesn't depend on a single person's rights. */
  profileId: string | null;
  check: () => Promise<unknown>;
};

export type Revocations = {
  /** Called in every process. Null means that anyone's access may have been revoked. */
  onRevocation(listener: (profileId: string | null) => void): () => void;
  /** Calls `end` at most once. */
  watch(underWay: RevocableWork, end: (reason: unknown) => void): () => void;
  close(): Promise<void>;
};

export async function createRevocations(database: Database): Promise<Revocations> {
  const listeners = new Set<(profileId: string | null) => void>();
  const notifyListeners = (profileId: string | null) =>
    listeners.forEach((listener) => listener(profileId));
  const close = await subscribe(
    database,
    CHANNEL,
    (payload) => notifyListeners(payload || null),
    () => notifyListeners(null),
  );
  const onRevocation: Revocations['onRevocation'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    onRevocation,
    watch({ profileId, check }, end) {
      const runCheck = coalesce(check, (reason) => {
        stop();
        end(reason);
      });
      const stopListening = onRevocation((whose) => {
        if (whose === null || profileId === null || whose === profileId) runCheck();
      });
      const timer = setInterval(runCheck, RECHECK_MS).unref();
      const stop = () => {
        stopListening();
        clearInterval(timer);
      };
      return stop;
    },
    close,
  };
}

/** Calls that arrive during a check share one more check. */
function coalesce(check: () => Promise<unknown>, onRejected: (reason: unknown) => void) {
  let isRunning = false;
  let isRequested = false;
  const runCheck = async () => {
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        await check();
      }
    } catch (error) {
      onRejected(error);
    } finally {
      isRunning = false;
    }
  };
  return (): void => {
    isRequested = true;
    if (!isRunning) void runCheck();
  };
}
