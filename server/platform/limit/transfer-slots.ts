import { AppError } from '#domain/errors.ts';

export type SlotLimits = { perParty: number; inProcess: number };

/** `release` may be called more than once. */
export type Slot = { reportProgress: () => void; release: () => void };

/**
 * When full, ends the transfer that has stalled the longest. If none has, throws TOO_MANY_DOWNLOADS (for the party) or
 * TOO_BUSY (for the process).
 */
export type TransferSlots = {
  take(party: string, end: () => void): Slot;
  readonly count: number;
};

/** Long enough for 1 MB, the size of a chunk, at 140 kbit/s. */
const STALLED_MS = 60_000;
const RETRY_SECONDS = 10;

type ActiveTransfer = { party: string; movedAt: number; end: () => void };

export function createTransferSlots(
  { perParty, inProcess }: SlotLimits,
  now: () => number = () => performance.now(),
): TransferSlots {
  const active = new Set<ActiveTransfer>();

  function freeSlot(among: ActiveTransfer[], most: number): boolean {
    if (among.length < most) return true;
    const [stillest] = among.toSorted((a, b) => a.movedAt - b.movedAt);
    if (!stillest || now() - stillest.movedAt < STALLED_MS) return false;
    active.delete(stillest);
    stillest.end();
    return true;
  }

  return {
    take(party, end) {
      const refusal = { retryAfter: RETRY_SECONDS };
      const own = [...active].filter((place) => place.party === party);
      if (!freeSlot(own, perParty)) throw new AppError('TOO_MANY_DOWNLOADS', undefined, refusal);
      if (!freeSlot([...active], inProcess)) throw new AppError('TOO_BUSY', undefined, refusal);
      const place: ActiveTransfer = { party, movedAt: now(), end };
      active.add(place);
      return {
        reportProgress: () => void (place.movedAt = now()),
        release: () => void active.delete(place),
      };
    },
    get count() {
      return active.size;
    },
  };
}
