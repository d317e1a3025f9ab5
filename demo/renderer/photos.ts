import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { PHOTO, withCapture } from '../flight/metadata.ts';
import { photoPath } from '../flight/site-files.ts';
import { SITE } from '../flight/place.ts';
import { poseOf, type Waypoint, WAYPOINTS } from '../flight/waypoints.ts';
import { takenAt } from '../flight/calendar.ts';
import { draw, type Host } from './host.ts';

export const PASSES = 3;
const DETAIL = 0.62;
const GROUND_PIXELS = 3584;
/** Eighty photos must stay within the size limit for checked-in pictures. */
const MAX_BYTES = 375_000;
const QUALITIES = { least: 20, most: 60 };

/** Builds and lights the site for a week unless that's already done. */
export async function readySite(host: Host, week: number, groundPixels = GROUND_PIXELS) {
  if (host.week === week) return;
  const { instant } = takenAt(week, 4);
  await host.page.evaluate(
    ([number, pixels, taken, passes]) => {
      globalThis.overfly.prepare(number, pixels);
      globalThis.overfly.illuminate(number, taken, passes);
    },
    [week, groundPixels, instant.toISOString(), PASSES] as const,
  );
  host.week = week;
}

/** Renders a visit's missing photos. Each is compressed while the next one is being rendered. */
export async function drawPhotos(host: Host, week: number) {
  let saved = Promise.resolve();
  for (const waypoint of WAYPOINTS) {
    if (existsSync(photoPath(week, waypoint))) continue;
    const pixels = await drawPhoto(host, { week, waypoint, size: PHOTO });
    await saved;
    saved = save(pixels, week, waypoint);
  }
  await saved;
}

type Shot = { week: number; waypoint: Waypoint; size: { width: number; height: number } };

/** Returns four bytes per pixel. */
export async function drawPhoto(host: Host, { week, waypoint, size }: Shot): Promise<Buffer> {
  await readySite(host, week);
  return draw(host, 'photo', {
    ...size,
    pose: poseOf(waypoint, week),
    week,
    passes: PASSES,
    detail: DETAIL,
    seed: week * 100 + WAYPOINTS.indexOf(waypoint),
  });
}

async function save(pixels: Buffer, week: number, waypoint: Waypoint) {
  const jpeg = await compress(pixels);
  const { local } = takenAt(week, WAYPOINTS.indexOf(waypoint));
  const path = photoPath(week, waypoint);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, withCapture(jpeg, { pose: poseOf(waypoint, week), local, site: SITE }));
  process.stdout.write(`week ${week}, ${waypoint.name}\n`);
}

/** Finds the best quality within the size limit by binary search. */
async function compress(pixels: Buffer): Promise<Buffer> {
  const sharpened = await sharp(pixels, { raw: { ...PHOTO, channels: 4 } })
    .removeAlpha()
    .sharpen({ sigma: 0.8, m1: 0.1, m2: 0.7 })
    .raw()
    .toBuffer();
  const encode = (quality: number) =>
    sharp(sharpened, { raw: { ...PHOTO, channels: 3 } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
  let { least, most } = QUALITIES;
  let best = await encode(least);
  while (most > least) {
    const quality = Math.ceil((least + most) / 2);
    const jpeg = await encode(quality);
    if (jpeg.length > MAX_BYTES) most = quality - 1;
    else [least, best] = [quality, jpeg];
  }
  return best;
}
