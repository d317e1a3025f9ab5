import { AppError } from '#domain/errors.ts';

export type PlaceLimits = { perParty: number; inProcess: number };

/** Call `moved` when bytes were sent. `leave` may be called more than once. */
export type Place = { moved: () => void; leave: () => void };

/**
 * If all places are taken, ends the transfer that has been idle longest, at least `STALLED_MS`: paused, or silently
 * cut. Otherwise TOO_MANY_DOWNLOADS for the party's limit, TOO_BUSY for the process's.
 */
export type Places = {
  take(party: string, end: () => void): Place;
  readonly count: number;
};

/** Long enough for 1 MB, the size of a chunk, at 140 kbit/s. */
const STALLED_MS = 60_000;
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
