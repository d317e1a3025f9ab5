// Where tiles show things and what is measured on heights, with GDAL as the judge: tiles of every projection against
// gdalwarp at every zoom; areas, volumes and changes against sums over what gdalwarp cuts out. Needs GDAL.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areaOf } from '#domain/geodesy.ts';
import { changeWithin } from '#server/platform/raster/change.ts';
import { MERCATOR_EDGE, type Affine } from '#server/platform/raster/georeference.ts';
import { readValues } from '#server/platform/raster/pyramid.ts';
import { resampleValues } from '#server/platform/raster/resample.ts';
import type { DrawnRaster } from '#server/platform/raster/tile.ts';
import { tileWindow } from '#server/platform/raster/tile-window.ts';
import { volumeWithin } from '#server/platform/raster/volume.ts';
import { tileAt, utm, type Place } from '#test/fixtures/projections.ts';
import { makeSurface, SURFACES, type Surface } from '#test/fixtures/rasters.ts';

const LIMITS = { pixels: 0.5, area: 0.001, volume: 0.005 };
const ZOOMS = [16, 17, 18, 19, 20, 21, 22];
const TILE = 256;
const NOTHING = -99_999;

const folder = await mkdtemp(join(tmpdir(), 'overfly-place-'));

/** The same values for GDAL, with where they lie: a band for each pyramid. */
async function vrtOf(
  name: string,
  { epsg, affine }: Pick<Surface, 'epsg' | 'affine'>,
  rasters: DrawnRaster[],
) {
  const [a, b, c, d, e, f] = affine;
  const { width = 0, height = 0 } = rasters[0] ?? {};
  const bands = rasters.map(
    ({ paths }, index) =>
      `<VRTRasterBand dataType="Float32" band="${index + 1}"><SimpleSource>` +
      `<SourceFilename>${paths.values}</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand>`,
  );
  const path = join(folder, `${name}.vrt`);
  await writeFile(
    path,
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>EPSG:${epsg}</SRS>` +
      `<GeoTransform>${[c, a, b, f, d, e].join(',')}</GeoTransform>${bands.join('')}</VRTDataset>`,
  );
  return path;
}

/** What gdalwarp makes of it, band after band. */
async function warped(vrt: string, ...options: string[]): Promise<Float32Array> {
  const out = join(folder, 'warped');
  const always = ['-q', '-overwrite', '-of', 'ENVI', '-r', 'bilinear', '-et', '0', '-ovr', 'NONE'];
  execFileSync('gdalwarp', [...always, ...options, vrt, out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { buffer, byteOffset, length } = await readFile(out);
  return new Float32Array(buffer.slice(byteOffset, byteOffset + length));
}

/** The most that a pixel of a tile is off, in its own size, over all zooms. */
async function worstOf(name: string, surface: Surface): Promise<number> {
  const columns = await makeSurface(folder, surface, (column) => column, { name: `${name}-x` });
  const rows = await makeSurface(folder, surface, (_, row) => row, { name: `${name}-y` });
  const vrt = await vrtOf(name, surface, [columns, rows]);
  const { west, south, east, north } = columns.bounds;
  let worst = 0;
  for (const z of ZOOMS) {
    const tile = tileAt([(west + east) / 2, (south + north) / 2], z);
    const window = tileWindow(columns, tile);
    if (!window) throw new Error(`nothing at ${z}`);
    const ours = await Promise.all(
      [columns, rows].map(async ({ paths }) =>
        resampleValues(window, await readValues(paths.values, window.page, window.box), {
          floor: -Infinity,
          margin: 0,
        }),
      ),
    );
    const side = (2 * MERCATOR_EDGE) / 2 ** z;
    const [left, top] = [tile.x * side - MERCATOR_EDGE, MERCATOR_EDGE - tile.y * side];
    const edges = [left, top - side, left + side, top].map(String);
    const theirs = await warped(vrt, '-t_srs', 'EPSG:3857', '-te', ...edges, '-ts', '256', '256');
    worst = Math.max(worst, furthest(ours, theirs, 2 ** (window.page + 1)));
  }
  return worst;
}

/** Columns and rows at the pixels of a tile, and the same of the judge; `rim` pixels of the raster are left out. */
function furthest(ours: (Float32Array | null)[], theirs: Float32Array, rim: number): number {
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

const north = SURFACES['UTM north'] as Surface;
/** Square meters on the ground of one on the map there: the square of 1 / the scale of UTM (J. P. Snyder, 1987, page 61). */
const [east] = north.project(north.middle);
const GROUND = 1 / (0.9996 * (1 + (east - 500_000) ** 2 / (2 * 6_371_000 ** 2))) ** 2;

function planarArea(corners: readonly Place[]): number {
  const places = corners.map(utm(14, false));
  const doubled = places.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = places[(index + 1) % places.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled / 2) * GROUND;
}

/** Cubic meters over and under a level, of the cells that lie within the corners. */
async function sumsWithin(
  corners: readonly Place[],
  vrts: string[],
  level: (index: number, cells: Float32Array[]) => number,
) {
  const cutline = join(folder, 'corners.geojson');
  const coordinates = [[...corners, corners[0]]];
  await writeFile(cutline, JSON.stringify({ type: 'Polygon', coordinates }));
  const extent = ['620000', '3349875', '620175', '3350000'];
  const options = ['-t_srs', 'EPSG:32614', '-te', ...extent, '-tr', '0.25', '0.25'];
  const cut = ['-cutline', cutline, '-dstnodata', String(NOTHING)];
  const cells: Float32Array[] = [];
  // One that is cut is enough, and of another grid the edge would be lost.
  for (const [index, vrt] of vrts.entries())
    cells.push(await warped(vrt, ...options, ...(index === 0 ? cut : [])));
  const [heights = new Float32Array()] = cells;
  let [above, below] = [0, 0];
  for (let index = 0; index < heights.length; index++) {
    const height = heights[index] ?? NOTHING;
    if (height === NOTHING) continue;
    const difference = height - level(index, cells);
    if (difference > 0) above += difference;
    else below -= difference;
  }
  return { above: above * 0.0625 * GROUND, below: below * 0.0625 * GROUND };
}

async function measures() {
  const hill = (x: number, y: number) => 12 * Math.exp(-((x - 350) ** 2 + (y - 250) ** 2) / 9000);
  const later = await makeSurface(folder, north, (x, y) => 200 + x / 50 + hill(x, y), {
    name: 'later',
  });
  const wide: Affine = [0.29, 0.08, 619_970, 0.08, -0.29, 3_350_010];
  const turned = { epsg: 32614, affine: wide };
  const pit = (x: number, y: number) => 3 * Math.exp(-((x - 500) ** 2 + (y - 230) ** 2) / 4000);
  const earlier = await makeSurface(folder, turned, (x, y) => 207 - pit(x, y), {
    name: 'earlier',
    width: 800,
    height: 600,
  });
  const vrts = [await vrtOf('later', north, [later]), await vrtOf('earlier', turned, [earlier])];
  const { west, south, east: right, north: upper } = later.bounds;
  const at = (x: number, y: number): Place => [
    west + (right - west) * x,
    south + (upper - south) * y,
  ];
  const corners = [at(0.31, 0.28), at(0.71, 0.31), at(0.78, 0.69), at(0.29, 0.74)];
  const base = { kind: 'height', height: 206 } as const;
  const volume = await volumeWithin(later, corners, base);
  const change = await changeWithin(later, earlier, corners);
  const ofVolume = await sumsWithin(corners, vrts.slice(0, 1), () => 206);
  const ofChange = await sumsWithin(corners, vrts, (index, cells) => cells[1]?.[index] ?? 0);
  const off = (ours: number | undefined, theirs: number) => Math.abs((ours ?? NaN) / theirs - 1);
  return {
    area: off(areaOf(corners), planarArea(corners)),
    volume: Math.max(off(volume?.above, ofVolume.above), off(volume?.below, ofVolume.below)),
    change: Math.max(off(change?.fill, ofChange.above), off(change?.cut, ofChange.below)),
  };
}

/** Says a figure and whether it is within its limit. */
function say(what: string, found: number, limit: number, unit: string) {
  const isMet = found <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${what}: ${found.toFixed(3)}${unit} (limit ${limit}${unit})${isMet ? '' : ': NOT MET'}`,
  );
}

try {
  for (const [name, surface] of Object.entries(SURFACES))
    say(
      `${name}, zooms ${ZOOMS[0]} to ${ZOOMS.at(-1)}, most off gdalwarp`,
      await worstOf(name.replaceAll(' ', '-'), surface),
      LIMITS.pixels,
      ' px',
    );
  const { area, volume, change } = await measures();
  say('area off', area * 100, LIMITS.area * 100, ' %');
  say('volume off', volume * 100, LIMITS.volume * 100, ' %');
  say('cut and fill off', change * 100, LIMITS.volume * 100, ' %');
} finally {
  await rm(folder, { recursive: true, force: true });
}
