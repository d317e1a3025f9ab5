import { AppError } from '#domain/errors.ts';
import { createLanes, type Lanes } from './lanes.ts';

/** Runs work of a party: a few at a time, the rest waits in the party's own line. */
export type Turns = <T>(party: string, work: () => Promise<T>) => Promise<T>;

/** TOO_MANY_REQUESTS when `waiting` calls of a party wait already. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const parties = new Map<string, { lanes: Lanes; count: number }>();
  return async (party, work) => {
    const own = parties.get(party) ?? { lanes: createLanes(atOnce, waiting), count: 0 };
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
