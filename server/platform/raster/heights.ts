import type { Point } from './georeference.ts';
import { alongLine, groundUnder, type Position } from './ground.ts';
import { readValues } from './pyramid.ts';
import { valueAt } from './resample.ts';
import { metersPerUnit, type RenderedRaster } from './tile.ts';

const MAX_CELLS = 1_000_000;
const MAX_POINTS = 200;

/** Height in meters of the cell at the position; null if it has no value. */
export async function heightAt(raster: RenderedRaster, position: Position): Promise<number | null> {
  const [column, row] = groundUnder(raster).pixelOf(position).map(Math.floor) as [number, number];
  const isInside = column >= 0 && row >= 0 && column < raster.width && row < raster.height;
  if (!isInside) return null;
  const box = { left: column, top: row, width: 1, height: 1 };
  const [value = NaN] = await readValues(raster.paths.values, 0, box);
  return value > (raster.valueFloor ?? -Infinity) ? value * metersPerUnit(raster) : null;
}

export async function profileAlong(
  raster: RenderedRaster,
  line: readonly Position[],
  length: number,
) {
  const ground = groundUnder(raster);
  const count = Math.max(2, Math.min(MAX_POINTS, Math.ceil(length / ground.cell) + 1));
  const places = alongLine(line, count);
  const heights = await heightsAt(
    raster,
    places.map(({ position }) => ground.pixelOf(position)),
  );
  return places.map(({ distance }, index) => {
    const height = heights[index] ?? NaN;
    return { distance, height: Number.isNaN(height) ? null : height };
  });
}

/** Interpolated heights in meters at pixel positions; NaN if there is no value. */
export async function heightsAt(
  raster: RenderedRaster,
  pixels: readonly Point[],
): Promise<number[]> {
  const [left, right] = spanOf(pixels, 0, raster.width);
  const [top, bottom] = spanOf(pixels, 1, raster.height);
  if (right <= left || bottom <= top) return pixels.map(() => NaN);
  if ((right - left) * (bottom - top) > MAX_CELLS && pixels.length > 1) {
    const half = Math.ceil(pixels.length / 2);
    const first = await heightsAt(raster, pixels.slice(0, half));
    return [...first, ...(await heightsAt(raster, pixels.slice(half)))];
  }
  const box = { left, top, width: right - left, height: bottom - top };
  const values = await readValues(raster.paths.values, 0, box);
  const grid = { ...box, values, floor: raster.valueFloor ?? -Infinity };
  const toMeters = metersPerUnit(raster);
  return pixels.map(([x, y]) => valueAt(grid, x - left - 0.5, y - top - 0.5) * toMeters);
}

function spanOf(pixels: readonly Point[], axis: 0 | 1, size: number): [number, number] {
  let [from, to] = [Infinity, -Infinity];
  for (const pixel of pixels) {
    from = Math.min(from, pixel[axis]);
    to = Math.max(to, pixel[axis]);
  }
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [0, 0];
  return [Math.max(0, Math.floor(from - 1)), Math.min(size, Math.ceil(to + 1))];
}
