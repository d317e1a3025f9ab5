import { AppError } from '#domain/errors.ts';

/** How many transfers may run at the same time: of one party, and in this process. */
export type PlaceLimits = { perParty: number; inProcess: number };

/** The place of one transfer. `moved`: bytes have left. `leave` may be called more than once. */
export type Place = { moved: () => void; leave: () => void };

/**
 * Gives transfers places. When all are taken, the transfer idle for longest is ended
 * for the new one, if that is `STALLED_MS`: a connection that was cut without a word, or a download that
 * was paused. Otherwise TOO_MANY_DOWNLOADS for the party's own limit, TOO_BUSY for that of the process.
 */
export type Places = {
  take(party: string, end: () => void): Place;
  /** Places taken now. */
  readonly count: number;
};

/** One megabyte, the size of a chunk, takes less on a line of 140 kbit/s. */
const STALLED_MS = 60_000;
/** When to ask again, seconds. */
const RETRY_SECONDS = 10;

type Held = { party: string; movedAt: number; end: () => void };

export function createPlaces(
  { perParty, inProcess }: PlaceLimits,
  now: () => number = () => performance.now(),
): Places {
  const held = new Set<Held>();

  function makeRoom(among: Held[], most: number): boolean {
    if (among.length < most) return true;
    const [stillest] = among.toSorted((a, b) => a.movedAt - b.movedAt);
    if (!stillest || now() - stillest.movedAt < STALLED_MS) return false;
    held.delete(stillest);
    stillest.end();
    return true;
  }

  return {
    take(party, end) {
      const refusal = { retryAfter: RETRY_SECONDS };
      const own = [...held].filter((place) => place.party === party);
      if (!makeRoom(own, perParty)) throw new AppError('TOO_MANY_DOWNLOADS', undefined, refusal);
      if (!makeRoom([...held], inProcess)) throw new AppError('TOO_BUSY', undefined, refusal);
      const place: Held = { party, movedAt: now(), end };
      held.add(place);
      return {
        moved: () => void (place.movedAt = now()),
        leave: () => void held.delete(place),
      };
    },
    get count() {
      return held.size;
    },
  };
}
