import { AppError } from '#domain/errors.ts';

export type PlaceLimits = { perParty: number; inProcess: number };

/** `leave` may be called more than once. */
export type Place = { moved: () => void; leave: () => void };

/** When full, ends the longest idle transfer, or throws TOO_MANY_DOWNLOADS (party) or TOO_BUSY (process). */
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
