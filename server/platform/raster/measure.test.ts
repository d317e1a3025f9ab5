import { expect, describe, test } from 'vitest';
import { areaOf } from '#domain/geodesy.ts';
import type { Place } from '#test/fixtures/projections.ts';
import { makeSurface, SURFACES, type Surface } from '#test/fixtures/rasters.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { changeWithin } from './change.ts';
import { pixelOfPlace, type Affine } from './georeference.ts';
import { heightAt, profileAlong } from './heights.ts';
import type { RenderedRaster } from './tile.ts';
import { volumeWithin } from './volume.ts';

const FOOT = 1200 / 3937;
const { path } = temporaryFolder();

/** Corners of a rectangle in the middle of a raster, half its width and height. */
function cornersIn({
  bounds: { west, south, east, north },
}: Pick<RenderedRaster, 'bounds'>): Place[] {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const [dx, dy] = [(east - west) / 5.013, (north - south) / 5.013];
  return [
    [x - dx, y - dy],
    [x + dx, y - dy],
    [x + dx, y + dy],
    [x - dx, y + dy],
  ];
}

/** Cubic meters within the corners: heights at 300 x 300 places, each times its share of the area. */
function expectedVolume(corners: readonly Place[], heightOf: (place: Place) => number): number {
  const [[west, south] = [0, 0], , [east, north] = [0, 0]] = corners;
  const steps = 300;
  let sum = 0;
  for (let at = 0; at < steps * steps; at++) {
    const across = ((at % steps) + 0.5) / steps;
    const up = (Math.floor(at / steps) + 0.5) / steps;
    sum += heightOf([west + (east - west) * across, south + (north - south) * up]);
  }
  return (sum / steps ** 2) * areaOf(corners);
}

/** A hill of 12 m on ground that rises to the east. */
const hill = (column: number, row: number) =>
  200 + column / 50 + 12 * Math.exp(-((column - 350) ** 2 + (row - 250) ** 2) / 9000);

const pixelIn = ({ affine, project }: Pick<Surface, 'affine' | 'project'>, place: Place) =>
  pixelOfPlace(affine, project(place));

describe.each(Object.entries(SURFACES))('%s', (name, surface) => {
  const isFeet = surface.epsg === 2277;
  const unit = isFeet ? 'ft_us' : 'm';
  const toMeters = isFeet ? FOOT : 1;

  test("heights equal the cell's value, and volumes match the hill", async () => {
    const raster = await makeSurface(path(''), surface, (x, y) => hill(x + 0.5, y + 0.5), {
      name,
      unit,
    });
    const corners = cornersIn(raster);
    for (const corner of corners) {
      const [column, row] = pixelIn(surface, corner).map((at) => Math.floor(at) + 0.5);
      const expected = Math.fround(hill(column ?? 0, row ?? 0)) * toMeters;
      expect(await heightAt(raster, corner)).toBe(expected);
    }
    const base = { kind: 'height', height: 205 * toMeters } as const;
    const volume = await volumeWithin(raster, corners, base);
    const above = expectedVolume(corners, (place) => {
      const [column, row] = pixelIn(surface, place);
      return Math.max(0, hill(column, row) - 205) * toMeters;
    });
    expect(volume?.coverage).toBeCloseTo(1, 3);
    expect((volume?.above ?? 0) / above).toBeCloseTo(1, 3);
    const [from = [0, 0], , to = [0, 0]] = corners;
    const profile = await profileAlong(raster, [from, to], 100);
    const middle: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    expect(profile).toHaveLength(200);
    expect(profile[100]?.height).toBeCloseTo(hill(...pixelIn(surface, middle)) * toMeters, 0);
  });
});

const north = SURFACES['UTM north'] as Surface;

test('a slope has no volume above its edge plane, but has one above its lowest point', async () => {
  const slope = await makeSurface(path(''), north, (x, y) => 100 + x / 10 + y / 20, { name: 'a' });
  const corners = cornersIn(slope);
  const plane = await volumeWithin(slope, corners, { kind: 'edge_plane' });
  expect((plane?.above ?? NaN) / (plane?.area ?? 1)).toBeLessThan(0.02);
  const lowest = await volumeWithin(slope, corners, { kind: 'lowest_edge' });
  const edges = corners
    .map((corner) => pixelIn(north, corner))
    .map(([x, y]) => 100 + x / 10 + y / 20);
  expect(lowest?.base).toBeCloseTo(Math.min(...edges), 0);
  expect(lowest?.below).toBeCloseTo(0, 0);
  expect(lowest?.above).toBeCloseTo(
    expectedVolume(corners, (place) => {
      const [x, y] = pixelIn(north, place);
      return 100 + (x - 0.5) / 10 + (y - 0.5) / 20 - (lowest?.base ?? 0);
    }),
    -2,
  );
});

test('missing values are left out and reduce the coverage', async () => {
  const half = await makeSurface(path(''), north, (x) => (x < 350 ? -9999 : 10), {
    name: 'b',
    valueFloor: -9999,
  });
  const corners = cornersIn(half);
  const volume = await volumeWithin(half, corners, { kind: 'height', height: 8 });
  expect(volume?.coverage).toBeCloseTo(0.5, 1);
  expect((volume?.above ?? 0) / (2 * areaOf(corners) * (volume?.coverage ?? 0))).toBeCloseTo(1, 5);
  const elsewhere = corners.map(([x, y]): Place => [x + 1, y]);
  expect(await volumeWithin(half, elsewhere, { kind: 'edge_plane' })).toBeNull();
  expect(await heightAt(half, elsewhere[0] ?? [0, 0])).toBeNull();
});

test('cut and fill are right for surveys with different grids, rotation and units', async () => {
  const wide: Affine = [0.29, 0.08, 619_970, 0.08, -0.29, 3_350_010];
  const terrain = ([x, y]: Place) => 300 + (x - 620_000) / 30 + Math.sin(y / 9);
  const pit = ([x, y]: Place) => 4 * Math.exp(-((x - 620_070) ** 2 + (y - 3_349_940) ** 2) / 400);
  const heap = ([x, y]: Place) => 6 * Math.exp(-((x - 620_105) ** 2 + (y - 3_349_935) ** 2) / 200);
  const at = ([a, b, c, d, e, f]: Affine, x: number, y: number): Place => [
    a * (x + 0.5) + b * (y + 0.5) + c,
    d * (x + 0.5) + e * (y + 0.5) + f,
  ];
  const before = await makeSurface(
    path(''),
    { epsg: 32614, affine: wide },
    (x, y) => terrain(at(wide, x, y)) / FOOT,
    { name: 'c', unit: 'ft_us', width: 800, height: 600 },
  );
  const later = await makeSurface(
    path(''),
    north,
    (x, y) => {
      const place = at(north.affine, x, y);
      return terrain(place) - pit(place) + heap(place);
    },
    { name: 'd' },
  );
  const corners = cornersIn(later);
  const difference = (place: Place) => heap(north.project(place)) - pit(north.project(place));
  const [fill, cut] = [
    expectedVolume(corners, (place) => Math.max(0, difference(place))),
    expectedVolume(corners, (place) => Math.max(0, -difference(place))),
  ];
  const change = await changeWithin(later, before, corners);
  expect((change?.fill ?? 0) / fill).toBeCloseTo(1, 2.3);
  expect((change?.cut ?? 0) / cut).toBeCloseTo(1, 2.3);
  expect(change?.coverage).toBeCloseTo(1, 3);
  const back = await changeWithin(before, later, corners);
  expect([back?.cut, back?.fill]).toEqual([change?.fill, change?.cut]);
});
