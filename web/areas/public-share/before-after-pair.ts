import type { SharedFile } from '#domain/files.ts';
import { laidPair, pairSign, type LaidPair } from '#domain/laid-pair.ts';
import { pairPhotos, turnBetween } from '#domain/viewpoints.ts';

type Shown = {
  before: SharedFile | null;
  after: SharedFile | null;
  isSamePlace: boolean;
  /** Degrees clockwise by which the after photo is turned to lie like the before photo. */
  turn: number;
  /** How the two lie on one another; null where that is not known. */
  laid: LaidPair | null;
  /** That they are aligned, or why not. */
  sign: string | null;
};

/**
 * The first pair that lies on one another, else the first that shows one place, if there is one without turning it. Until the earlier photos
 * are there the newest week's first photo stands alone.
 */
export function firstPair(before: readonly SharedFile[], after: readonly SharedFile[]): Shown {
  const pairs = pairPhotos(before, after);
  const samePlace = pairs.filter(({ reason }) => reason !== 'order');
  const upright = samePlace.find((pair) => turnBetween(pair.before, pair.after) === 0);
  const best = samePlace.find(laidPair) ?? upright ?? samePlace[0] ?? pairs[0];
  const none = { isSamePlace: false, turn: 0, laid: null, sign: null };
  if (!best) return { ...none, before: null, after: after[0] ?? null };
  const isSamePlace = best.reason !== 'order';
  const laid = isSamePlace ? laidPair(best) : null;
  const turn = isSamePlace && !laid ? turnBetween(best.before, best.after) : 0;
  const sign = isSamePlace ? pairSign(best) : null;
  return { before: best.before, after: best.after, isSamePlace, turn, laid, sign };
}

/** Of the frame at its widest (before-after.module.css). */
const WIDEST = 16 / 9;

/**
 * How much larger two pictures that fill a frame have to be, so that it stays filled when one of them
 * is turned: the bounding box of the frame, turned the other way, over the frame.
 */
export function growthFor(turn: number): number {
  const angle = (turn * Math.PI) / 180;
  return Math.abs(Math.cos(angle)) + WIDEST * Math.abs(Math.sin(angle));
}
