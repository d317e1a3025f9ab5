import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readPhotoMetadata } from '#server/platform/media/photo-metadata.ts';
import { distanceMeters } from '#domain/viewpoints.ts';
import { fromSite, toUtm14 } from './geodesy.ts';
import { photoPath, rasterPath, sitePath } from './site-files.ts';
import { SITE } from './place.ts';
import { WAYPOINTS } from './waypoints.ts';
import { SURVEYS, takenAt, WEEKS } from './calendar.ts';

const MAX_TOTAL_BYTES = 45_000_000;
const MAX_FILE_BYTES = 2 * 1024 * 1024;

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const siteFiles = filesBelow(sitePath(''));

test('the checked-in pictures stay below the size limit, including those of the public site', () => {
  const cuts = filesBelow(fileURLToPath(new URL('../../web/public/pictures', import.meta.url)));
  const files = [...siteFiles, ...cuts];
  const sizes = files.map((file) => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_TOTAL_BYTES);
  const large = files.filter((file) => statSync(file).size > MAX_FILE_BYTES);
  expect(large.filter((file) => !file.endsWith('.mp4'))).toEqual([]);
});

test.each(WEEKS)('each photo of week %i was taken at its waypoint', async (week) => {
  for (const [index, waypoint] of WAYPOINTS.entries()) {
    const read = await readPhotoMetadata(photoPath(week, waypoint), 'UTC');
    const { latitude, longitude } = read;
    if (latitude === null || longitude === null)
      throw new Error(`${waypoint.slug} has no position.`);
    const place = fromSite(SITE, waypoint.east, waypoint.north);
    expect(distanceMeters({ latitude, longitude }, place)).toBeLessThan(1.5);
    expect(Math.abs((read.relativeAltitude ?? 0) - waypoint.altitude)).toBeLessThan(1);
    expect(Math.abs((read.gimbalPitch ?? 0) - waypoint.pitch)).toBeLessThan(1.3);
    expect(read.capturedLocal).toBe(takenAt(week, index).local);
  }
});

type RasterInfo = {
  size: [number, number];
  geoTransform: number[];
  coordinateSystem: { wkt: string };
  bands: { type: string; block: [number, number]; overviews?: { size: [number, number] }[] }[];
};

const RASTERS = [
  { name: 'ortho', pixel: 0.05, types: ['Byte', 'Byte', 'Byte'] },
  { name: 'surface', pixel: 0.2, types: ['Float32'] },
  { name: 'thermal', pixel: 0.2, types: ['Float32'] },
  { name: 'red-nir', pixel: 0.2, types: ['UInt16', 'UInt16'] },
] as const;

describe.each(SURVEYS)('the survey of week %i opens in GDAL', (week) => {
  test.each(RASTERS)('$name', ({ name, pixel, types }) => {
    const info = infoOf(rasterPath(week, name));
    expect(info.coordinateSystem.wkt).toMatch(/ID\["EPSG",32614\]\]$/);
    const [west = 0, across = 0, , north = 0, , down = 0] = info.geoTransform;
    expect([across, down]).toEqual([pixel, -pixel]);
    const { easting, northing } = toUtm14(SITE);
    expect(west).toBeLessThan(easting);
    expect(west + info.size[0] * pixel).toBeGreaterThan(easting);
    expect(north).toBeGreaterThan(northing);
    expect(north - info.size[1] * pixel).toBeLessThan(northing);
    expect(info.bands.map(({ type }) => type)).toEqual(types);
    expect(info.bands[0]?.block).toEqual([256, 256]);
    expect(info.bands[0]?.overviews?.length).toBeGreaterThan(1);
  });
});

function infoOf(path: string): RasterInfo {
  const output = execFileSync('gdalinfo', ['-json', '-nomd', path], { stdio: 'pipe' });
  return JSON.parse(output.toString()) as RasterInfo;
}

test('the surface is as high as the building, and level with the street next to it', () => {
  const { easting, northing } = toUtm14(SITE);
  const height = (week: number, east: number, north: number) => {
    const place = [String(Math.round(easting) + east), String(Math.round(northing) + north)];
    const output = execFileSync('gdallocationinfo', [
      '-valonly',
      '-geoloc',
      rasterPath(week, 'surface'),
      ...place,
    ]);
    return Number(output.toString()) - SITE.altitude;
  };
  expect(height(10, -40, 8)).toBeCloseTo(16.2, 1);
  expect(Math.abs(height(10, 0, -72))).toBeLessThan(0.1);
  expect(height(1, -40, 8)).toBeLessThan(-0.4);
});

test.each(SURVEYS)('nothing in the surface of week %i is higher than the crane', (week) => {
  const info = execFileSync('gdalinfo', ['-json', '-mm', rasterPath(week, 'surface')]);
  const { bands } = JSON.parse(info.toString()) as { bands: { computedMax: number }[] };
  const highest = (bands[0]?.computedMax ?? Number.NaN) - SITE.altitude;
  expect(highest).toBeGreaterThan(15);
  expect(highest).toBeLessThan(60);
});

test('the video and its track last between 12 and 20 seconds', () => {
  const fields = ['-show_entries', 'stream=duration', '-of', 'csv=p=0'];
  const output = execFileSync('ffprobe', ['-v', 'error', ...fields, sitePath('orbit.mp4')]);
  const seconds = Number(output.toString());
  expect(seconds).toBeGreaterThanOrEqual(12);
  expect(seconds).toBeLessThanOrEqual(20);
  const track = readFileSync(sitePath('orbit.srt'), 'utf8');
  const [, ends = ''] = [...track.matchAll(/--> 00:00:(\d\d,\d{3})/g)].at(-1) ?? [];
  expect(Number(ends.replace(',', '.'))).toBeCloseTo(seconds, 2);
});

test('the ground truth matches the photos', () => {
  const truth = JSON.parse(readFileSync(sitePath('truth.json'), 'utf8')) as {
    photos: { file: string }[];
    groundHomographies: { from: number; to: number }[];
  };
  expect(truth.photos).toHaveLength(WEEKS.length * WAYPOINTS.length);
  expect(truth.groundHomographies).toHaveLength(WAYPOINTS.length * 45);
  expect(truth.photos.filter(({ file }) => !siteFiles.includes(sitePath(file)))).toEqual([]);
});
