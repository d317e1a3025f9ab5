import type { SharedFile } from '#domain/files.ts';
import { bestPair } from '#domain/laid-pair.ts';
import { pairPhotos, turnBetween } from '#domain/viewpoints.ts';

type Shown = {
  before: SharedFile | null;
  after: SharedFile | null;
  isSamePlace: boolean;
  /** Degrees clockwise that the after photo is turned by to match the before photo where they are not aligned. */
  turn: number;
};

/** The best pair of one place, if there is one. Until the earlier photos are there the newest week's first photo stands alone. */
export function firstPair(before: readonly SharedFile[], after: readonly SharedFile[]): Shown {
  const pairs = pairPhotos(before, after);
  const samePlace = pairs.filter(({ reason }) => reason !== 'order');
  const best = bestPair(samePlace, (pair) => turnBetween(pair.before, pair.after)) ?? pairs[0];
  if (!best) return { before: null, after: after[0] ?? null, isSamePlace: false, turn: 0 };
  const isSamePlace = best.reason !== 'order';
  return { ...best, isSamePlace, turn: isSamePlace ? turnBetween(best.before, best.after) : 0 };
}
