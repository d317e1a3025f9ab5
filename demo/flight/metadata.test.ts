import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPhotoMetadata } from '#server/platform/media/photo-metadata.ts';
import { fromSite, toUtm14 } from './geodesy.ts';
import { withCapture } from './metadata.ts';
import { SITE } from './place.ts';

const POSE = {
  east: 84.25,
  north: -116.5,
  altitude: 61.85,
  yaw: 323.86,
  pitch: -26.04,
  light: 1.06,
  warmth: 0.01,
};
const LOCAL = '2026-11-16T10:12:07';
const EXPECTED = fromSite(SITE, POSE.east, POSE.north);
const YAW = POSE.yaw - 360 + toUtm14(SITE).convergence;

let folder = '';
let path = '';
let pixels: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overfly-capture-'));
  path = join(folder, 'DJI_0001.JPG');
  const gray = sharp({ create: { width: 64, height: 48, channels: 3, background: '#777' } });
  const plain = await gray.jpeg().toBuffer();
  pixels = await sharp(plain).raw().toBuffer();
  const earlier = withCapture(plain, { pose: POSE, local: '2020-01-01T00:00:00', site: SITE });
  writeFileSync(path, withCapture(earlier, { pose: POSE, local: LOCAL, site: SITE }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the product's reader finds the metadata of the last write", async () => {
  const read = await readPhotoMetadata(path, 'UTC');
  expect(read).toMatchObject({
    capturedLocal: LOCAL,
    cameraMake: 'DJI',
    cameraModel: 'FC3682',
    relativeAltitude: 61.85,
    gimbalPitch: -26.04,
    gimbalRoll: 0,
    focalLength: 6.72,
    orientation: 1,
  });
  expect(read.latitude).toBeCloseTo(EXPECTED.latitude, 7);
  expect(read.longitude).toBeCloseTo(EXPECTED.longitude, 7);
  expect(read.altitude).toBeCloseTo(SITE.altitude + POSE.altitude, 3);
  expect(read.gimbalYaw).toBeCloseTo(YAW, 2);
});

test('exiftool finds the same metadata without warnings', () => {
  const output = execFileSync('exiftool', ['-json', '-n', '-G0', '-warning', '-all', path]);
  const [tags] = JSON.parse(output.toString()) as [Record<string, unknown>];
  expect(tags).toMatchObject({
    'EXIF:Make': 'DJI',
    'EXIF:DateTimeOriginal': '2026:11:16 10:12:07',
    'EXIF:FocalLengthIn35mmFormat': 24,
    'EXIF:GPSLatitudeRef': 'N',
    'EXIF:GPSLongitudeRef': 'W',
    'XMP:RelativeAltitude': '+61.85',
    'XMP:GimbalPitchDegree': -26.04,
  });
  expect(tags['EXIF:GPSLatitude']).toBeCloseTo(EXPECTED.latitude, 7);
  expect(tags['EXIF:GPSLongitude']).toBeCloseTo(-EXPECTED.longitude, 7);
  expect(Object.keys(tags).filter((name) => name.endsWith(':Warning'))).toEqual([]);
});

test('the picture itself is unchanged', async () => {
  expect((await sharp(path).raw().toBuffer()).equals(pixels)).toBe(true);
});
