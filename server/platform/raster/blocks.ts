import type { Point } from './georeference.ts';
import type { Ground, Position } from './ground.ts';
import type { Box } from './pyramid.ts';
import type { PlacedRaster } from './tile-window.ts';

/** Sample lines per row of cells; coverage along a line is exact. */
const LINES_PER_ROW = 8;

function coverRow(
  corners: readonly Point[],
  row: number,
  left: number,
  shares: Float32Array,
): void {
  shares.fill(0);
  for (let line = 0; line < LINES_PER_ROW; line++) {
    const crossings = crossingsAt(corners, row + (line + 0.5) / LINES_PER_ROW);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = Math.max(0, (crossings[index] ?? 0) - left);
      const to = Math.min(shares.length, (crossings[index + 1] ?? 0) - left);
      if (to > from) addSpan(shares, from, to);
    }
  }
}

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
    shares[cell] = (shares[cell] as number) + inside / LINES_PER_ROW;
  }
}

/** This many cells take a few seconds; larger regions use a coarser level. */
const MAX_CELLS = 16_000_000;
const BLOCK_SIDE = 512;

export type Region = { page: number; scale: number; corners: readonly Point[]; box: Box };

export function regionOf(
  { levels }: PlacedRaster,
  ground: Ground,
  positions: readonly Position[],
  mostCells = MAX_CELLS,
): Region | null {
  const full = positions.map((position) => ground.pixelOf(position));
  if (!full.flat().every(Number.isFinite)) return null;
  for (let page = 0; page < levels.length; page++) {
    const scale = 2 ** page;
    const [width, height] = levels[page] ?? [0, 0];
    const corners = full.map(([x, y]): Point => [x / scale, y / scale]);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const left = Math.max(0, Math.floor(Math.min(...xs)));
    const top = Math.max(0, Math.floor(Math.min(...ys)));
    const right = Math.min(width, Math.ceil(Math.max(...xs)));
    const bottom = Math.min(height, Math.ceil(Math.max(...ys)));
    if (right <= left || bottom <= top) return null;
    const box = { left, top, width: right - left, height: bottom - top };
    const isLast = page + 1 === levels.length;
    if (box.width * box.height <= mostCells || isLast) return { page, scale, corners, box };
  }
  return null;
}

export type Block = Box & {
  shares: Float32Array;
  /** Square meters. */
  cellArea: number;
};

export function* blocksOf({ corners, box, scale }: Region, ground: Ground): Generator<Block> {
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  for (let row = Math.floor(box.top / BLOCK_SIDE) * BLOCK_SIDE; row < bottom; row += BLOCK_SIDE) {
    for (
      let column = Math.floor(box.left / BLOCK_SIDE) * BLOCK_SIDE;
      column < right;
      column += BLOCK_SIDE
    ) {
      const [left, top] = [Math.max(box.left, column), Math.max(box.top, row)];
      const width = Math.min(right, column + BLOCK_SIDE) - left;
      const height = Math.min(bottom, row + BLOCK_SIDE) - top;
      const shares = new Float32Array(width * height);
      for (let line = 0; line < height; line++)
        coverRow(corners, top + line, left, shares.subarray(line * width, (line + 1) * width));
      if (!shares.some((share) => share > 0)) continue;
      const middle: Point = [(left + width / 2) * scale, (top + height / 2) * scale];
      yield { left, top, width, height, shares, cellArea: ground.areaAt(middle) * scale ** 2 };
    }
  }
}
