import { AppError } from '#domain/errors.ts';

type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws TOO_BUSY if `mostWaiting` calls are already waiting. */
export function createWorkQueue(count: number, mostWaiting: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new AppError('TOO_BUSY');
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

export type PartyQueues = <T>(party: string, work: () => Promise<T>) => Promise<T>;

/** Throws TOO_MANY_REQUESTS if `waiting` calls of the party are already waiting. */
export function createPartyQueues({
  atOnce,
  waiting,
}: {
  atOnce: number;
  waiting: number;
}): PartyQueues {
  const parties = new Map<string, { lanes: WorkQueue; count: number }>();
  return async (party, work) => {
    const own = parties.get(party) ?? { lanes: createWorkQueue(atOnce, waiting), count: 0 };
    if (own.count >= atOnce + waiting) {
      throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfter: 1 });
    }
    parties.set(party, own);
    own.count++;
    try {
      return await own.lanes(work);
    } finally {
      if (--own.count === 0) parties.delete(party);
    }
  };
}
