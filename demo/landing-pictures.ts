// Makes the pictures of the public site from the sample site: `node demo/landing-pictures.ts`.
// Writes web/public/pictures/ and the list of them that the pages are rendered with.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { SITE, takePhoto, WAYPOINTS } from './photo.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'web/public/pictures');
const LIST = join(ROOT, 'web/areas/marketing/pictures.json');
const LAST_WEEK = 9;

type Cut = {
  name: string;
  waypoint: string;
  week: number;
  /** Width by height of what is cut out, as one number. */
  ratio: number;
  /** Widths it is made in, pixels, the largest last. */
  widths: number[];
};

const HERO = { waypoint: 'South-east' };
const CUTS: Cut[] = [
  { name: 'hero-before', ...HERO, week: 1, ratio: 1.6, widths: [960, 1440, 1920] },
  { name: 'hero-after', ...HERO, week: LAST_WEEK, ratio: 1.6, widths: [960, 1440, 1920] },
  { name: 'hero-before-tall', ...HERO, week: 1, ratio: 0.7, widths: [480, 720, 1000] },
  { name: 'hero-after-tall', ...HERO, week: LAST_WEEK, ratio: 0.7, widths: [480, 720, 1000] },
  { name: 'who', waypoint: 'Entrance', week: LAST_WEEK, ratio: 1.25, widths: [480, 800, 1200] },
  ...[2, 4, 6, 8].map((week) => ({
    name: `week-${week}`,
    waypoint: 'South',
    week,
    ratio: 4 / 3,
    widths: [360, 720],
  })),
  { name: 'services', waypoint: 'East', week: 6, ratio: 16 / 9, widths: [480, 960, 1440] },
  { name: 'overhead', waypoint: 'Overhead', week: LAST_WEEK, ratio: 4 / 3, widths: [480, 960] },
  { name: 'portal', waypoint: 'South', week: LAST_WEEK, ratio: 4 / 3, widths: [480, 960] },
  { name: 'footage', waypoint: 'West', week: 7, ratio: 4 / 3, widths: [480, 960] },
  { name: 'steps', waypoint: 'Entrance', week: 5, ratio: 0.8, widths: [480, 800] },
  { name: 'pricing', waypoint: 'Overhead', week: 5, ratio: 21 / 9, widths: [480, 960] },
  { name: 'penalties', waypoint: 'West', week: 3, ratio: 1, widths: [360, 720] },
  { name: 'free-flight', waypoint: 'South', week: LAST_WEEK, ratio: 2, widths: [720, 1280, 1920] },
  { name: 'contact', waypoint: 'Entrance', week: 7, ratio: 4 / 3, widths: [480, 960] },
];

const photos = new Map<string, Promise<Buffer>>();
/** One flight's photo of a waypoint of the sample site, as a JPEG. */
function photoOf({ waypoint: name, week }: Pick<Cut, 'waypoint' | 'week'>): Promise<Buffer> {
  const waypoint = WAYPOINTS.find((one) => one.name === name);
  if (!waypoint) throw new Error(`The sample site has no waypoint "${name}".`);
  const key = `${name} ${week}`;
  const photo =
    photos.get(key) ?? takePhoto({ waypoint, week, local: '2026-11-02T10:10:00', site: SITE });
  photos.set(key, photo);
  return photo;
}

/** The largest part of a photo that has the ratio, around its middle. */
async function cutOut(cut: Cut, width: number): Promise<Sharp> {
  const photo = sharp(await photoOf(cut));
  return photo.resize(width, Math.round(width / cut.ratio), { fit: 'cover', position: 'centre' });
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);
const write = (name: string, bytes: Buffer) => writeFileSync(join(FOLDER, name), bytes);

/** Every width as AVIF, the middle one as WebP for browsers without AVIF, and what the page needs to know. */
async function make(cut: Cut) {
  const hashes: string[] = [];
  for (const width of cut.widths) {
    const bytes = await (await cutOut(cut, width)).avif({ quality: 52, effort: 5 }).toBuffer();
    write(`${cut.name}-${width}.avif`, bytes);
    hashes.push(hash(bytes));
  }
  const middle = cut.widths[Math.floor(cut.widths.length / 2)] ?? 0;
  write(
    `${cut.name}-${middle}.webp`,
    await (await cutOut(cut, middle)).webp({ quality: 74 }).toBuffer(),
  );
  const { dominant } = await (await cutOut(cut, 64)).stats();
  const colour = `rgb(${dominant.r} ${dominant.g} ${dominant.b})`;
  const height = Math.round(middle / cut.ratio);
  return {
    widths: cut.widths,
    width: middle,
    height,
    colour,
    version: hash(Buffer.from(hashes.join())),
  };
}

/** The card of a link in a chat: the two weeks beside one another, 1200 x 630. */
async function makeCard(): Promise<string> {
  const [before, after] = await Promise.all(
    [1, LAST_WEEK].map(async (week) =>
      sharp(await photoOf({ ...HERO, week }))
        .resize(1200, 630, { fit: 'cover' })
        .toBuffer(),
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
const list: Record<string, Awaited<ReturnType<typeof make>>> = {};
for (const cut of CUTS) list[cut.name] = await make(cut);
const card = await makeCard();
writeFileSync(LIST, `${JSON.stringify({ card, pictures: list }, null, 2)}\n`);
