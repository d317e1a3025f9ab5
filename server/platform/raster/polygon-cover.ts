import type { Point } from './georeference.ts';

/** Lines across each row of cells; along a line what is inside is exact. */
const LINES = 8;

/** How much of each cell of a row, from 0 to 1, is inside corners; `shares[0]` is the cell at `left`. */
export function coverRow(
  corners: readonly Point[],
  row: number,
  left: number,
  shares: Float32Array,
): void {
  shares.fill(0);
  for (let line = 0; line < LINES; line++) {
    const crossings = crossingsAt(corners, row + (line + 0.5) / LINES);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = Math.max(0, (crossings[index] ?? 0) - left);
      const to = Math.min(shares.length, (crossings[index + 1] ?? 0) - left);
      if (to > from) addSpan(shares, from, to);
    }
  }
}

/** Where the sides cross a row of pixels, from left to right. */
function crossingsAt(corners: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  let before = corners.at(-1);
  for (const corner of corners) {
    if (before && before[1] <= y !== corner[1] <= y) {
      const share = (y - before[1]) / (corner[1] - before[1]);
      crossings.push(before[0] + (corner[0] - before[0]) * share);
    }
    before = corner;
  }
  return crossings.sort((a, b) => a - b);
}

function addSpan(shares: Float32Array, from: number, to: number) {
  const [first, last] = [Math.floor(from), Math.min(Math.floor(to), shares.length - 1)];
  for (let cell = first; cell <= last; cell++) {
    const inside = Math.min(to, cell + 1) - Math.max(from, cell);
    shares[cell] = (shares[cell] as number) + inside / LINES;
  }
}
