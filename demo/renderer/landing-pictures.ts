// `npm run pictures` in `demo/renderer` creates the public pages' pictures from the sample site. Writes
// web/public/pictures/ and the list used to render the pages.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { photoPath } from '../flight/site-files.ts';
import { LAST_WEEK } from '../flight/calendar.ts';
import { poseOf, WAYPOINTS } from '../flight/waypoints.ts';
import { steady } from './steady.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'web/public/pictures');
const LIST = join(ROOT, 'web/areas/marketing/pictures.json');

type Shot = { waypoint: string; week: number };
type Cut = Shot & {
  name: string;
  ratio: number;
  /** In pixels, the largest last. */
  widths: number[];
  /** AVIF quality; the default is 50. */
  quality?: number;
  /** As shares of the photo; the default is its center. */
  area?: { left: number; top: number; width: number };
};

const FIRST = { waypoint: 'south-west', week: 1 };
const LAST = { waypoint: 'south-west', week: LAST_WEEK };
const WIDE = { ratio: 1.6, area: { left: 0.06, top: 0.1, width: 0.88 }, widths: [960, 1440, 2000] };
const TALL = {
  ratio: 0.62,
  quality: 44,
  area: { left: 0.26, top: 0.04, width: 0.43 },
  widths: [480, 640, 1000],
};
const CUTS: Cut[] = [
  { name: 'hero-before', ...FIRST, ...WIDE },
  { name: 'hero-after', ...LAST, ...WIDE },
  { name: 'hero-before-tall', ...FIRST, ...TALL },
  { name: 'hero-after-tall', ...LAST, ...TALL },
  { name: 'who', waypoint: 'entrance', week: 7, ratio: 1.25, widths: [480, 800, 1200] },
  ...[2, 4, 6, 8].map((week) => ({
    name: `week-${week}`,
    waypoint: 'north-east',
    week,
    ratio: 4 / 3,
    area: { left: 0.12, top: 0.14, width: 0.76 },
    widths: [360, 720],
  })),
  {
    name: 'services',
    waypoint: 'south-east',
    week: 6,
    ratio: 16 / 9,
    area: { left: 0.08, top: 0.12, width: 0.84 },
    widths: [480, 960, 1440],
  },
  { name: 'overhead', waypoint: 'overhead-building', week: 8, ratio: 4 / 3, widths: [480, 960] },
  { name: 'portal', waypoint: 'north-west', week: 9, ratio: 4 / 3, widths: [480, 960] },
  { name: 'footage', waypoint: 'courtyard', week: 10, ratio: 4 / 3, widths: [480, 960] },
  { name: 'steps', waypoint: 'entrance', week: 5, ratio: 0.8, widths: [480, 800] },
  {
    name: 'pricing',
    waypoint: 'overhead',
    week: 5,
    ratio: 21 / 9,
    area: { left: 0.08, top: 0.28, width: 0.84 },
    widths: [480, 960],
  },
  { name: 'penalties', waypoint: 'north-west', week: 3, ratio: 1, widths: [360, 720] },
  {
    name: 'free-flight',
    waypoint: 'south-east',
    week: 10,
    ratio: 2,
    area: { left: 0.05, top: 0.2, width: 0.9 },
    widths: [720, 1280, 1920],
  },
  { name: 'contact', waypoint: 'entrance', week: 10, ratio: 4 / 3, widths: [480, 960] },
];

const waypointOf = ({ waypoint }: Shot) => {
  const found = WAYPOINTS.find(({ slug }) => slug === waypoint);
  if (!found) throw new Error(`The sample site has no waypoint "${waypoint}".`);
  return found;
};

/** The comparison's first photo is transformed to the pose of the last photo. */
async function photoOf(shot: Shot): Promise<Sharp> {
  const waypoint = waypointOf(shot);
  const path = photoPath(shot.week, waypoint);
  const isFirst = shot.waypoint === FIRST.waypoint && shot.week === FIRST.week;
  if (!isFirst) return sharp(path);
  return steady(path, poseOf(waypoint, FIRST.week), poseOf(waypoint, LAST.week));
}

async function cutOut({ area, ratio, ...shot }: Cut, width: number): Promise<Sharp> {
  const photo = await photoOf(shot);
  const size = await photo.metadata();
  const height = Math.round(width / ratio);
  if (area) {
    photo.extract({
      left: Math.round(area.left * size.width),
      top: Math.round(area.top * size.height),
      width: Math.round(area.width * size.width),
      height: Math.round((area.width * size.width) / ratio),
    });
  }
  return photo.resize(width, height, { fit: 'cover' });
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);
const write = (name: string, bytes: Buffer) => writeFileSync(join(FOLDER, name), bytes);

/**
 * Writes all widths as AVIF, and the middle one as WebP for browsers without AVIF. Returns the data that pages need.
 */
async function make(cut: Cut) {
  const largest = await (await cutOut(cut, Math.max(...cut.widths))).png().toBuffer();
  const hashes: string[] = [];
  for (const width of cut.widths) {
    const bytes = await sharp(largest)
      .resize(width)
      .avif({ quality: cut.quality ?? 50, effort: 3 })
      .toBuffer();
    write(`${cut.name}-${width}.avif`, bytes);
    hashes.push(hash(bytes));
  }
  const middle = cut.widths[Math.floor(cut.widths.length / 2)] ?? 0;
  const webp = await sharp(largest).resize(middle).webp({ quality: 72 }).toBuffer();
  write(`${cut.name}-${middle}.webp`, webp);
  const { dominant } = await sharp(largest).stats();
  return {
    place: waypointOf(cut).name,
    week: cut.week,
    widths: cut.widths,
    width: middle,
    height: Math.round(middle / cut.ratio),
    color: `rgb(${dominant.r} ${dominant.g} ${dominant.b})`,
    version: hash(Buffer.from(hashes.join())),
  };
}

/** Creates the link preview (1200 × 630) with the two weeks side by side. */
async function makeCard(): Promise<string> {
  const [before, after] = await Promise.all(
    [FIRST, LAST].map(async (shot) =>
      (await cutOut({ ...shot, ...WIDE, ratio: 1200 / 630, name: '' }, 1200)).png().toBuffer(),
    ),
  );
  const left = await sharp(before).extract({ left: 0, top: 0, width: 598, height: 630 }).toBuffer();
  const divider = { create: { width: 4, height: 630, channels: 3, background: '#fff' } } as const;
  const card = await sharp(after)
    .composite([
      { input: left, left: 0, top: 0 },
      { input: divider, left: 598, top: 0 },
    ])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  write('card.jpg', card);
  return hash(card);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const pictures: Record<string, Awaited<ReturnType<typeof make>>> = {};
for (const cut of CUTS) pictures[cut.name] = await make(cut);
const card = await makeCard();
writeFileSync(LIST, `${JSON.stringify({ card, pictures }, null, 2)}\n`);
