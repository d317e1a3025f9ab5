import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { photoPath } from '../flight/site-files.ts';
import { WAYPOINTS } from '../flight/waypoints.ts';
import { openHost } from './host.ts';
import { drawPhoto, readySite } from './photos.ts';

// A tenth of a photo's width and coarse ground, so that the test takes only a minute.
const SIZE = { width: 360, height: 270 } as const;
const GROUND_PIXELS = 1024;
/** Small enough to average out noise in single pixels. */
const THUMBNAIL = { width: 72, height: 54 } as const;
/** The busiest week, with crane, formwork, scaffold and people. */
const WEEK = 6;
const [WAYPOINT] = WAYPOINTS;

async function draw(): Promise<Buffer> {
  const host = await openHost();
  try {
    if (!WAYPOINT) throw new Error('No waypoints.');
    await readySite(host, WEEK, GROUND_PIXELS);
    return await drawPhoto(host, { week: WEEK, waypoint: WAYPOINT, size: SIZE });
  } finally {
    await host.close();
  }
}

const pixelsOf = (picture: Sharp) => picture.removeAlpha().resize(THUMBNAIL).raw().toBuffer();
const checkedIn = (week: number) => pixelsOf(sharp(photoPath(week, WAYPOINT ?? { slug: '' })));

const levelsBetween = (a: Buffer, b: Buffer) =>
  Array.from(a, (value, index) => Math.abs(value - (b[index] ?? 0)));
const mean = (levels: number[]) => levels.reduce((sum, level) => sum + level, 0) / levels.length;

// The checked-in photo was rendered by another browser, so nondeterminism would show as a difference.
test("the checked-in photo matches the drawing of its week, and the next one doesn't", async () => {
  const drawn = await pixelsOf(sharp(await draw(), { raw: { ...SIZE, channels: 4 } }));
  const own = mean(levelsBetween(await checkedIn(WEEK), drawn));
  const next = mean(levelsBetween(await checkedIn(WEEK + 1), drawn));
  // Levels out of 255. Compression and downscaling cause a difference of about 3, a different week about 24.
  expect(own).toBeLessThan(5);
  expect(next).toBeGreaterThan(10);
}, 600_000);
