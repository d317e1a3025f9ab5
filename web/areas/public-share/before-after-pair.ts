import type { SharedFile } from '#domain/files.ts';
import { bestPair } from '#domain/laid-pair.ts';
import { pairPhotos, turnBetween } from '#domain/viewpoints.ts';

type Shown = {
  before: SharedFile | null;
  after: SharedFile | null;
  isSamePlace: boolean;
  /** Clockwise rotation of the after photo, degrees, to match the before photo if the two are not aligned. */
  turn: number;
};

/** The best pair showing one place, if any. Until the earlier photos load, the newest week's first photo is alone. */
export function firstPair(before: readonly SharedFile[], after: readonly SharedFile[]): Shown {
  const pairs = pairPhotos(before, after);
  const samePlace = pairs.filter(({ reason }) => reason !== 'order');
  const best = bestPair(samePlace, (pair) => turnBetween(pair.before, pair.after)) ?? pairs[0];
  if (!best) return { before: null, after: after[0] ?? null, isSamePlace: false, turn: 0 };
  const isSamePlace = best.reason !== 'order';
  return { ...best, isSamePlace, turn: isSamePlace ? turnBetween(best.before, best.after) : 0 };
}
