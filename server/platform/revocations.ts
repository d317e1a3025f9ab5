import type { Database } from './db/database.ts';
import { subscribe } from './db/listen.ts';

/** See the triggers `tell_of_revocation`. */
const CHANNEL = 'overfly_revocations';
/** A line to the database that was cut hides a revocation no longer than this from what is under way. */
const ASK_AGAIN_MS = 900;

/** What somebody was let begin: it goes on as long as `check` resolves. */
export type UnderWay = {
  /** Whose right it is; null when it does not hang on one person's alone. */
  profileId: string | null;
  /** Rejects once they may have it no more. */
  check: () => Promise<unknown>;
};

export type Revocations = {
  /** Calls, in every process, when a right of a person (null: of anybody) may have been taken back; returns how to stop. */
  onRevocation(listener: (profileId: string | null) => void): () => void;
  /** Asks what is under way again whenever its right may have been taken back; calls `end` at most once. Returns how to stop. */
  watch(underWay: UnderWay, end: (reason: unknown) => void): () => void;
  close(): Promise<void>;
};

/** Tells of rights that are taken back, wherever that is done. */
export async function createRevocations(database: Database): Promise<Revocations> {
  const listeners = new Set<(profileId: string | null) => void>();
  const tell = (profileId: string | null) => listeners.forEach((listener) => listener(profileId));
  const close = await subscribe(
    database,
    CHANNEL,
    (payload) => tell(payload || null),
    () => tell(null),
  );
  const onRevocation: Revocations['onRevocation'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    onRevocation,
    watch({ profileId, check }, end) {
      const ask = oneAtATime(check, (reason) => {
        stop();
        end(reason);
      });
      const stopListening = onRevocation((whose) => {
        if (whose === null || profileId === null || whose === profileId) ask();
      });
      const timer = setInterval(ask, ASK_AGAIN_MS).unref();
      const stop = () => {
        stopListening();
        clearInterval(timer);
      };
      return stop;
    },
    close,
  };
}

/** Runs `check` for each call, but once for all calls that come while it runs. */
function oneAtATime(check: () => Promise<unknown>, onRejected: (reason: unknown) => void) {
  let isAsking = false;
  let isAskedAgain = false;
  const ask = async () => {
    isAsking = true;
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        await check();
      }
    } catch (error) {
      onRejected(error);
    } finally {
      isAsking = false;
    }
  };
  return (): void => {
    isAskedAgain = true;
    if (!isAsking) void ask();
  };
}
