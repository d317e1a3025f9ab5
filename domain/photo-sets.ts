import { groupBy } from './group-by.ts';
import { distanceMeters } from './viewpoints.ts';

/** Milliseconds, degrees, meters. */
export type Shot = {
  name: string;
  folder?: string;
  takenAt: number | null;
  latitude: number | null;
  longitude: number | null;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  flightYaw: number | null;
  cameraModel?: string | null;
  isRaw?: boolean;
  isStitched?: boolean;
};

export const isRawName = (name: string): boolean => /\.dng$/i.test(name);

/** Cameras may write the two files of a shot a second apart. */
const SAME_SHOT_MS = 2000;
/** Distinguishes same-named files from different cards. */
const SAME_SHOT_METERS = 30;

/** Removes the extension and Google camera suffixes (`PXL_….RAW-01.COVER.jpg`, `PXL_….RAW-02.ORIGINAL.dng`). */
export const shotName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.[^./]+$/, '')
    .replace(/\.raw-\d+(?:\.[a-z]+)*$/, '');

/**
 * Pairs files with the same name, place, and camera taken within two seconds. Without times, the name must be unique in
 * its folder.
 */
export function pairRaws<T extends Shot>(shots: readonly T[]): Map<T, T> {
  const raws = shots.filter((shot) => shot.isRaw);
  const byName = groupBy(
    shots.filter((shot) => !shot.isRaw && !shot.isStitched),
    ({ name }) => shotName(name),
  );
  const rawNames = groupBy(raws, ({ name }) => shotName(name));
  const found = raws.flatMap((raw) => {
    const name = shotName(raw.name);
    const photos = byName.get(name) ?? [];
    const isAlone = photos.length === 1 && rawNames.get(name)?.length === 1;
    return photos.flatMap((photo) => {
      const apart = shotGap(raw, photo, isAlone);
      return apart === null ? [] : [{ raw, photo, apart }];
    });
  });
  const pairs = new Map<T, T>();
  const taken = new Set<T>();
  for (const { raw, photo } of found.toSorted((a, b) => a.apart - b.apart)) {
    if (pairs.has(raw) || taken.has(photo)) continue;
    pairs.set(raw, photo);
    taken.add(photo);
  }
  return pairs;
}

function shotGap(raw: Shot, photo: Shot, isAlone: boolean): number | null {
  const format = /\.jpe?g$/i.test(photo.name) ? 0 : 1;
  if (raw.cameraModel && photo.cameraModel && raw.cameraModel !== photo.cameraModel) return null;
  const meters = metersBetween(raw, photo);
  if (meters !== null && meters > SAME_SHOT_METERS) return null;
  if (raw.takenAt === null || photo.takenAt === null)
    return isAlone && raw.folder === photo.folder ? format : null;
  const pause = Math.abs(raw.takenAt - photo.takenAt);
  return pause <= SAME_SHOT_MS ? pause + (meters ?? 0) + format : null;
}

function metersBetween(a: Shot, b: Shot): number | null {
  const [from, to] = [placeOf(a), placeOf(b)];
  return from && to ? distanceMeters(from, to) : null;
}

const placeOf = ({ latitude, longitude }: Shot) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** DJI (`DJI_…_0001_MS_NIR.TIF`), MicaSense (`IMG_0000_1.tif`), Parrot Sequoia (`IMG_…_0000_GRE.TIF`), others. */
const BAND_NAME =
  /(?:_ms_(?:g|r|re|nir|b)|^img_\d{4}_\d{1,2}|_(?:blue|green|red|gre|reg|nir|red_?edge|lwir))\.tiff?$/i;
const VISIBLE = /rgb|visible/i;

export function isBand(file: {
  name: string;
  bandName: string | null;
  samples: number | null;
}): boolean {
  const { name, bandName, samples } = file;
  if (samples !== null && samples > 1) return false;
  if (bandName !== null) return !VISIBLE.test(bandName);
  return BAND_NAME.test(name);
}

/** How drones name folders and files of panorama tiles: `100_PANO`, `PANORAMA/001_0123`, `PANO_0001.JPG`. */
const TILE_FOLDER = /(?:^|\/)(?:\d{3}_?pano|panorama|pano)(?:\/|$)/i;
const TILE_NAME = /^pano_?\d{3,}\b/i;
const MIN_NAMED_TILES = 3;

/** To take tiles, a drone hovers and turns its camera: photos are seconds apart, at the same position. */
const MAX_TILE_GAP_MS = 15_000;
const TILE_METERS = 5;
const TILE_ALTITUDE = 3;
/** Drones take 21 to 46 tiles: full turns at three or more pitches. */
const MIN_TILES = 18;
const MIN_ROWS = 3;
const MIN_TILES_PER_ROW = 4;
/** Degrees. Angles that differ by less than this belong to the same row or direction. */
const SAME_ANGLE = 8;

export function findTiles<T extends Shot>(shots: readonly T[]): T[][] {
  const runs: T[][] = [];
  const inTime = shots
    .filter(({ isStitched, isRaw }) => !isStitched && !isRaw)
    .toSorted((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0));
  for (const shot of inTime) {
    const run = runs.findLast((each) => continues(each, shot));
    if (run) run.push(shot);
    else runs.push([shot]);
  }
  return runs.filter((run) => (isNamedTile(run[0]) ? run.length >= MIN_NAMED_TILES : isGrid(run)));
}

const isNamedTile = (shot: Shot | undefined) =>
  shot !== undefined && (TILE_FOLDER.test(shot.folder ?? '') || TILE_NAME.test(shot.name));

function continues(run: readonly Shot[], shot: Shot): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || isNamedTile(first) !== isNamedTile(shot)) return false;
  const isTimed = last.takenAt !== null && shot.takenAt !== null;
  if (isTimed && Number(shot.takenAt) - Number(last.takenAt) > MAX_TILE_GAP_MS) return false;
  const meters = metersBetween(first, shot);
  if (meters !== null && meters > TILE_METERS) return false;
  if (!isTimed || meters === null) return isNamedTile(shot) && first.folder === shot.folder;
  const climb = Math.abs((first.relativeAltitude ?? 0) - (shot.relativeAltitude ?? 0));
  return climb <= TILE_ALTITUDE;
}

function isGrid(run: readonly Shot[]): boolean {
  if (run.length < MIN_TILES) return false;
  const rows = clusters(run, ({ gimbalPitch }) => gimbalPitch);
  return rows.filter((row) => countYaws(row) >= MIN_TILES_PER_ROW).length >= MIN_ROWS;
}

function countYaws(row: readonly Shot[]): number {
  const yaws = row.flatMap(({ gimbalYaw, flightYaw }) => {
    const yaw = gimbalYaw ?? flightYaw;
    return yaw === null ? [] : [(yaw + 360) % 360];
  });
  const count = clusters(yaws, (yaw) => yaw).length;
  const isClosed = Math.min(...yaws) + 360 - Math.max(...yaws) <= SAME_ANGLE;
  return isClosed && count > 1 ? count - 1 : count;
}

function clusters<T>(items: readonly T[], angleOf: (item: T) => number | null): T[][] {
  const known = items.flatMap((item) => {
    const angle = angleOf(item);
    return angle === null ? [] : [{ item, angle }];
  });
  const groups: (typeof known)[] = [];
  for (const one of known.toSorted((a, b) => a.angle - b.angle)) {
    const last = groups.at(-1)?.at(-1);
    if (last && one.angle - last.angle <= SAME_ANGLE) groups.at(-1)?.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => group.map(({ item }) => item));
}
