import type { Point } from '#domain/homography.ts';
import { WORDS, type Features } from './features.ts';

/** Coordinates as a flat list: x, y, x, y… */
export type Matches = { from: number[]; to: number[] };

export const pointAt = (list: readonly number[], i: number): Point => [
  list[i * 2] ?? 0,
  list[i * 2 + 1] ?? 0,
];

/** Largest ratio of the best to the second-best distance (Lowe 2004). */
const RATIO = 0.8;
/** How many of 256 bits may differ. */
const MAX_DIFFERENT_BITS = 64;

export function matchFeatures(from: Features, to: Features, radius: number): Matches {
  const { best, second, nearest } = compareAll(from, to, radius);
  const backwards = new Int32Array(to.count).fill(-1);
  const backBits = new Uint16Array(to.count).fill(257);
  for (let i = 0; i < from.count; i++) {
    const [j = -1, bits = 257] = [nearest[i], best[i]];
    if (j < 0 || bits >= (backBits[j] ?? 0)) continue;
    backBits[j] = bits;
    backwards[j] = i;
  }
  const matches: Matches = { from: [], to: [] };
  for (let i = 0; i < from.count; i++) {
    const [j = -1, bits = 257, next = 0] = [nearest[i], best[i], second[i]];
    if (j < 0 || backwards[j] !== i) continue;
    if (bits > MAX_DIFFERENT_BITS || bits >= RATIO * next) continue;
    matches.from.push(...from.points.subarray(i * 2, i * 2 + 2));
    matches.to.push(...to.points.subarray(j * 2, j * 2 + 2));
  }
  return matches;
}

function compareAll(from: Features, to: Features, radius: number) {
  const best = new Uint16Array(from.count).fill(257);
  const second = new Uint16Array(from.count).fill(257);
  const nearest = new Int32Array(from.count).fill(-1);
  const reach = radius * radius;
  for (let i = 0; i < from.count; i++) {
    const [x, y] = [from.points[i * 2] ?? 0, from.points[i * 2 + 1] ?? 0];
    let [first, next, found] = [257, 257, -1];
    for (let j = 0; j < to.count; j++) {
      const dx = (to.points[j * 2] ?? 0) - x;
      const dy = (to.points[j * 2 + 1] ?? 0) - y;
      if (dx * dx + dy * dy > reach) continue;
      const bits = differentBits(from.descriptors, to.descriptors, { i, j, enough: next });
      if (bits >= next) continue;
      if (bits < first) [next, first, found] = [first, bits, j];
      else next = bits;
    }
    best[i] = first;
    second[i] = next;
    nearest[i] = found;
  }
  return { best, second, nearest };
}

function differentBits(
  a: Uint32Array,
  b: Uint32Array,
  { i, j, enough }: { i: number; j: number; enough: number },
) {
  let bits = 0;
  for (let word = 0; word < WORDS && bits < enough; word++) {
    // Counts the set bits (Warren, Hacker's Delight, 5-1).
    let v = (a[i * WORDS + word] ?? 0) ^ (b[j * WORDS + word] ?? 0);
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    bits += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return bits;
}
