import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { areaOf } from '#domain/geodesy.ts';
import { warp, writeVrt } from '#test/fixtures/gdal.ts';
import { utm, type Place } from '#test/fixtures/projections.ts';
import { makeSurface, SURFACES, type Surface } from '#test/fixtures/rasters.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { changeWithin } from './change.ts';
import type { Affine } from './georeference.ts';
import { volumeWithin } from './volume.ts';

const NOTHING = -99_999;
/** Cell size of the gdalwarp grid, in meters. */
const CELL = 0.25;
const { path } = temporaryFolder();
const north = SURFACES['UTM north'] as Surface;
/** Square meters on the ground per square meter on the map: 1 / UTM scale, squared (J. P. Snyder, 1987, page 61). */
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

/** Cubic meters above and below a level, from the cells that gdalwarp cuts out along the corners. */
async function sumsWithin(
  corners: readonly Place[],
  vrts: readonly string[],
  level: (index: number, cells: readonly Float32Array[]) => number,
) {
  const coordinates = [[...corners, corners[0]]];
  await writeFile(path('corners.geojson'), JSON.stringify({ type: 'Polygon', coordinates }));
  const extent = ['-te', '620000', '3349875', '620175', '3350000'];
  const grid = ['-t_srs', 'EPSG:32614', ...extent, '-tr', String(CELL), String(CELL)];
  const cut = ['-cutline', path('corners.geojson'), '-dstnodata', String(NOTHING)];
  const cells: Float32Array[] = [];
  // Cutting one raster is enough; cutting another would lose cells at the edge.
  for (const [index, vrt] of vrts.entries())
    cells.push(await warp(vrt, ...grid, ...(index === 0 ? cut : [])));
  let [above, below] = [0, 0];
  for (const [index, height] of cells[0]?.entries() ?? []) {
    if (height === NOTHING) continue;
    const difference = height - level(index, cells);
    if (difference > 0) above += difference;
    else below -= difference;
  }
  return { above: above * CELL ** 2 * GROUND, below: below * CELL ** 2 * GROUND };
}

test("area, volume, cut and fill match gdalwarp's cells", async () => {
  const hill = (x: number, y: number) => 12 * Math.exp(-((x - 350) ** 2 + (y - 250) ** 2) / 9000);
  const pit = (x: number, y: number) => 3 * Math.exp(-((x - 500) ** 2 + (y - 230) ** 2) / 4000);
  const later = await makeSurface(path(''), north, (x, y) => 200 + x / 50 + hill(x, y), {
    name: 'later',
  });
  const wide: Affine = [0.29, 0.08, 619_970, 0.08, -0.29, 3_350_010];
  const turned = { epsg: 32614, affine: wide };
  const size = { width: 800, height: 600 };
  const earlier = await makeSurface(path(''), turned, (x, y) => 207 - pit(x, y), {
    name: 'earlier',
    ...size,
  });
  const vrts = [
    await writeVrt(path('later.vrt'), north, [later]),
    await writeVrt(path('earlier.vrt'), turned, [earlier]),
  ];
  const { west, south, east: right, north: upper } = later.bounds;
  const at = (x: number, y: number): Place => [
    west + (right - west) * x,
    south + (upper - south) * y,
  ];
  const corners = [at(0.31, 0.28), at(0.71, 0.31), at(0.78, 0.69), at(0.29, 0.74)];

  expect(areaOf(corners) / planarArea(corners)).toBeCloseTo(1, 4);
  const volume = await volumeWithin(later, corners, { kind: 'height', height: 206 });
  const ofVolume = await sumsWithin(corners, vrts.slice(0, 1), () => 206);
  const change = await changeWithin(later, earlier, corners);
  const ofChange = await sumsWithin(corners, vrts, (index, cells) => cells[1]?.[index] ?? 0);
  const off = [
    (volume?.above ?? NaN) / ofVolume.above,
    (volume?.below ?? NaN) / ofVolume.below,
    (change?.fill ?? NaN) / ofChange.above,
    (change?.cut ?? NaN) / ofChange.below,
  ].map((ratio) => Math.abs(ratio - 1));
  expect(Math.max(...off)).toBeLessThan(0.005);
  // The top of the hill, which the slope moves east by 7.5 cells.
  expect(volume?.highest).toBeCloseTo(219.075, 2);
});
