import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { PHOTO, withCapture } from '../metadata.ts';
import { photoPath } from '../pictures.ts';
import { SITE } from '../scene/place.ts';
import { poseOf, type Waypoint, WAYPOINTS } from '../scene/viewpoints.ts';
import { takenAt } from '../scene/visits.ts';
import { draw, type Host } from './host.ts';

/** Looks added up for a photo, and the share of its width that each of them draws. */
export const PASSES = 3;
const DETAIL = 0.45;
const GROUND_PIXELS = 3584;
/** Eighty photos share the space that checked-in pictures may take: the best quality that fits. */
const MOST_BYTES = 400_000;
const QUALITIES = [46, 36, 28] as const;

let ready: number | undefined;

/** Builds and lights the site as at a visit, unless it is so already. */
export async function readySite({ page }: Host, week: number) {
  if (ready === week) return;
  const { instant } = takenAt(week, 4);
  await page.evaluate(
    ([number, pixels, taken, passes]) => {
      globalThis.overfly.prepare(number, pixels);
      globalThis.overfly.illuminate(number, taken, passes);
    },
    [week, GROUND_PIXELS, instant.toISOString(), PASSES] as const,
  );
  ready = week;
}

/** Draws the photos of a visit that are not there yet; one is compressed while the next is drawn. */
export async function drawPhotos(host: Host, week: number) {
  let saved = Promise.resolve();
  for (const [index, waypoint] of WAYPOINTS.entries()) {
    if (existsSync(photoPath(week, waypoint))) continue;
    await readySite(host, week);
    const pixels = await draw(host, 'photo', {
      ...PHOTO,
      pose: poseOf(waypoint, week),
      week,
      passes: PASSES,
      detail: DETAIL,
      seed: week * 100 + index,
    });
    await saved;
    saved = save(pixels, week, waypoint);
  }
  await saved;
}

async function save(pixels: Buffer, week: number, waypoint: Waypoint) {
  const jpeg = await compress(pixels);
  const { local } = takenAt(week, WAYPOINTS.indexOf(waypoint));
  const path = photoPath(week, waypoint);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, withCapture(jpeg, { pose: poseOf(waypoint, week), local, site: SITE }));
  process.stdout.write(`week ${week}, ${waypoint.name}\n`);
}

async function compress(pixels: Buffer): Promise<Buffer> {
  const sharpened = await sharp(pixels, { raw: { ...PHOTO, channels: 4 } })
    .removeAlpha()
    .sharpen({ sigma: 1, m1: 0.3, m2: 1 })
    .raw()
    .toBuffer();
  let jpeg = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    const picture = sharp(sharpened, { raw: { ...PHOTO, channels: 3 } });
    jpeg = await picture.jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= MOST_BYTES) break;
  }
  return jpeg;
}
