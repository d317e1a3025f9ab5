import { beforeAll, describe, expect, test } from 'vitest';
import { warp, writeVrt } from '#test/fixtures/gdal.ts';
import { tileAt, type Place } from '#test/fixtures/projections.ts';
import { makeSurface, SURFACES } from '#test/fixtures/rasters.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { MERCATOR_EDGE } from './georeference.ts';
import { readValues } from './pyramid.ts';
import { resampleValues } from './resample.ts';
import { tileWindow } from './tile-window.ts';
import type { RenderedRaster } from './tile.ts';

const TILE = 256;
const ZOOMS = [16, 17, 18, 19, 20, 21, 22];

type Tile = ReturnType<typeof tileAt>;

/** A tile's edges in Web Mercator, for gdalwarp. */
function edgesOf({ z, x, y }: Tile): string[] {
  const side = (2 * MERCATOR_EDGE) / 2 ** z;
  const [left, top] = [x * side - MERCATOR_EDGE, MERCATOR_EDGE - y * side];
  return [left, top - side, left + side, top].map(String);
}

/**
 * The largest difference from gdalwarp in columns and rows, in tile pixels. Ignores `rim` pixels at the raster's edge:
 * past the center of the last pixel, gdalwarp repeats its value.
 */
function largestDifference(
  ours: readonly (Float32Array | null)[],
  theirs: Float32Array,
  rim: number,
) {
  const [xs, ys] = ours;
  let [worst, seen] = [0, 0];
  const at = (index: number): Place => [theirs[index] ?? 0, theirs[TILE * TILE + index] ?? 0];
  for (let index = 0; index < TILE * TILE - 1; index++) {
    if (index % TILE === TILE - 1) continue;
    const [[x, y], [nextX, nextY]] = [at(index), at(index + 1)];
    const isInside = [x, nextX].every((each) => each > rim && each < 700 - rim);
    if (!isInside || ![y, nextY].every((each) => each > rim && each < 500 - rim)) continue;
    const off = Math.hypot((xs?.[index] ?? NaN) - x, (ys?.[index] ?? NaN) - y);
    worst = Math.max(worst, off / Math.hypot(nextX - x, nextY - y));
    seen++;
  }
  return seen > 0 ? worst : NaN;
}

describe.each(Object.entries(SURFACES))('%s', (_name, surface) => {
  const { path } = temporaryFolder();
  const sides: RenderedRaster[] = [];
  let vrt = '';

  beforeAll(async () => {
    sides.push(await makeSurface(path(''), surface, (column) => column, { name: 'x' }));
    sides.push(await makeSurface(path(''), surface, (_, row) => row, { name: 'y' }));
    vrt = await writeVrt(path('both.vrt'), surface, sides);
  });

  test.each(ZOOMS)('at zoom %i every pixel of a tile matches gdalwarp', async (z) => {
    const [columns] = sides;
    if (!columns) throw new Error('expected a raster');
    const { west, south, east, north } = columns.bounds;
    const tile = tileAt([(west + east) / 2, (south + north) / 2], z);
    const window = tileWindow(columns, tile);
    if (!window) throw new Error('expected a tile');
    const ours = await Promise.all(
      sides.map(async ({ paths }) => {
        const values = await readValues(paths.values, window.page, window.box);
        return resampleValues(window, values, { floor: -Infinity, margin: 0 });
      }),
    );
    const size = ['-ts', String(TILE), String(TILE)];
    const theirs = await warp(vrt, '-t_srs', 'EPSG:3857', '-te', ...edgesOf(tile), ...size);
    expect(largestDifference(ours, theirs, 2 ** (window.page + 1))).toBeLessThan(0.2);
  });
});
