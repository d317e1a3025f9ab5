import { readFile } from 'node:fs/promises';
import { fromArrayBuffer } from 'geotiff';
import { expect, test } from 'vitest';
import type { MapPosition } from '#domain/measurements.ts';
import { CLEARANCE, planMission, type Stop, stopsOf } from '#domain/missions/plan.ts';
import type { MissionPoint, Place } from '#domain/missions/points.ts';
import { cornersOf, routeBounds, surfaceOf } from '#domain/missions/surface.ts';
import { distanceMeters } from '#domain/viewpoints.ts';
import { alongLine } from '#server/platform/raster/ground.ts';
import { heightAt } from '#server/platform/raster/heights.ts';
import type { RenderedRaster } from '#server/platform/raster/tile.ts';
import { volumeWithin } from '#server/platform/raster/volume.ts';
import { makeSurface } from '#test/fixtures/rasters.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { SURVEYS } from './calendar.ts';
import { fromSite, toUtm14 } from './geodesy.ts';
import { SITE } from './place.ts';
import { rasterPath } from './site-files.ts';
import { WAYPOINTS } from './waypoints.ts';

const folder = temporaryFolder();

const pointAt = (name: string, east: number, north: number, height: number): MissionPoint => ({
  ...fromSite(SITE, east, north),
  id: name,
  name,
  height,
  recordedHeight: height,
  isCorrected: true,
  yaw: 0,
  pitch: -30,
  lens: null,
  equivalentFocalLength: 24,
});

const SAMPLE = WAYPOINTS.map(({ name, east, north, altitude }) =>
  pointAt(name, east, north, altitude),
);
/** Low points on all sides of the building, so that the route has to climb over it and around the crane. */
const LOW = [-75, -30, 15, 60].flatMap((east) =>
  [-55, 0, 50].map((north) => pointAt(`${east} ${north}`, east, north, 18)),
);

/** The survey's surface model in the product's format, and its height in meters above sea level at a position. */
async function modelOf(week: number) {
  const bytes = await readFile(rasterPath(week, 'surface'));
  const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  const [values] = (await image.readRasters()) as unknown as [Float32Array];
  const [west = 0, north = 0] = image.getOrigin();
  const [across = 1, down = -1] = image.getResolution();
  const [width, height] = [image.getWidth(), image.getHeight()];
  const cell = (column: number, row: number) => values[row * width + column] ?? NaN;
  const place = { epsg: 32614, affine: [across, 0, west, 0, down, north] as const };
  const raster = await makeSurface(folder.path(''), place, cell, {
    width,
    height,
    name: `${week}`,
  });
  const heightOn = ([longitude, latitude]: Readonly<MapPosition>): number | null => {
    const { easting, northing } = toUtm14({ longitude, latitude });
    const column = Math.floor((easting - west) / across);
    const row = Math.floor((northing - north) / down);
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    return isInside ? cell(column, row) : null;
  };
  const highest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return { raster, heightOn, highest };
}

async function measure(raster: RenderedRaster, takeoff: Place, stops: readonly Stop[]) {
  const corners = cornersOf(routeBounds(takeoff, stops));
  const area = await volumeWithin(raster, corners, { kind: 'height', height: 0 });
  const ground = await heightAt(raster, positionOf(takeoff));
  const below = await Promise.all(stops.map((stop) => heightAt(raster, positionOf(stop))));
  if (!area || ground === null) throw new Error('Outside the surface model');
  return surfaceOf(ground, area, below);
}

const positionOf = ({ longitude, latitude }: Place): MapPosition => [longitude, latitude];

const CASES = SURVEYS.flatMap((week) => [
  { week, points: SAMPLE },
  { week, points: LOW },
]);

test.each(CASES)('a mission stays above the surface of week $week', async ({ week, points }) => {
  const { raster, heightOn, highest } = await modelOf(week);
  for (const [east, north] of [
    [0, -70],
    [80, -70],
    [-85, 60],
  ] as const) {
    const takeoff = fromSite(SITE, east, north);
    const stops = stopsOf(takeoff, points);
    const measured = await measure(raster, takeoff, stops);
    const { ground } = measured;
    const { parts, safeHeight } = planMission(takeoff, stops, measured);
    // The crane, which is in the middle of the site.
    expect(safeHeight - (highest - ground)).toBeGreaterThan(CLEARANCE - 0.01);
    const route = parts[0] ?? [];
    const tooLow = route.slice(1).flatMap((to, index) => {
      const from = route[index] ?? to;
      // The descent to a photo, whose height the pilot chose, is straight down.
      if (distanceMeters(from, to) < 0.5) return [];
      return alongLine([positionOf(from), positionOf(to)], 400).flatMap(({ position }, step) => {
        const surface = heightOn(position);
        if (surface === null) return [];
        const height = from.height + ((to.height - from.height) * step) / 399;
        const gap = height - (surface - ground);
        return gap < CLEARANCE - 0.01 ? [{ position, gap }] : [];
      });
    });
    expect(tooLow).toEqual([]);
  }
});
