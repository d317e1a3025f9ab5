import { expect, test } from 'vitest';
import { findTiles, isBand, pairRaws, type Shot } from './photo-sets.ts';

const START = Date.parse('2026-06-02T15:00:00Z');
const shot = (name: string, changes: Partial<Shot> = {}): Shot => ({
  name,
  takenAt: START,
  latitude: 48.1375,
  longitude: 11.5754,
  relativeAltitude: 60,
  gimbalYaw: 0,
  gimbalPitch: 0,
  flightYaw: 0,
  isRaw: /\.dng$/i.test(name),
  ...changes,
});
const paired = (...shots: Shot[]) =>
  [...pairRaws(shots)].map(([raw, photo]) => `${raw.name} ${photo.name}`);
const later = (seconds: number) => ({ takenAt: START + seconds * 1000 });

test.each([
  ['DJI_0033.DNG', 'DJI_0033.JPG'],
  ['DJI_20250801090503_0001_D.DNG', 'DJI_20250801090503_0001_D.jpg'],
  ['IMG_0001.DNG', 'IMG_0001.HEIC'],
  ['PXL_20250801_090503123.RAW-02.ORIGINAL.dng', 'PXL_20250801_090503123.RAW-01.MP.COVER.jpg'],
])('%s is the RAW file of %s', (raw, photo) => {
  expect(paired(shot(photo, later(1)), shot(raw), shot('OTHER.JPG'))).toEqual([`${raw} ${photo}`]);
});

test('time and place tell files with the same name apart', () => {
  const [one, other] = [shot('A.JPG'), shot('A.JPG', later(3600))];
  const [first, second] = [shot('A.DNG', later(3601)), shot('A.DNG')];
  const pairs = pairRaws([one, other, first, second]);
  expect([pairs.get(first), pairs.get(second)]).toEqual([other, one]);
  expect(paired(shot('A.JPG', { latitude: 48.2 }), shot('A.DNG'))).toEqual([]);
  expect(paired(shot('A.JPG', later(60)), shot('A.DNG'))).toEqual([]);
  expect(paired(shot('A.JPG', { cameraModel: 'a' }), shot('A.DNG', { cameraModel: 'b' }))).toEqual(
    [],
  );
});

test('a RAW file pairs with the JPEG first, and by name if it has no time', () => {
  expect(paired(shot('A.HEIC'), shot('A.JPG'), shot('A.DNG'))).toEqual(['A.DNG A.JPG']);
  const untimed = { takenAt: null };
  expect(paired(shot('A.JPG', untimed), shot('A.DNG', untimed))).toEqual(['A.DNG A.JPG']);
  expect(paired(shot('A.JPG', untimed), shot('A.JPG'), shot('A.DNG', untimed))).toEqual([]);
});

test.each([
  ['DJI_20250801090503_0001_MS_NIR.TIF', null, 1, true],
  ['DJI_20250801090503_0001_MS_G.TIF', null, null, true],
  ['DJI_20250801090503_0001_D.JPG', null, null, false],
  ['IMG_0000_1.tif', null, 1, true],
  ['IMG_160830_0000_GRE.TIF', null, 1, true],
  ['DJI_0011.TIF', 'Blue', 1, true],
  ['IMG_0000_RGB.JPG', 'RGB', null, false],
  ['site_red.tif', null, 3, false],
  ['orthomosaic.tif', null, 1, false],
])('%s with band %s and %s samples is a band: %s', (name, bandName, samples, expected) => {
  expect(isBand({ name, bandName, samples })).toBe(expected);
});

/** Photos a second apart with these pitches and yaws. */
const flight = (looks: [pitch: number, yaw: number][], changes: Partial<Shot> = {}, pause = 1) =>
  looks.map(([gimbalPitch, gimbalYaw], at) =>
    shot(`DJI_${at}.JPG`, { gimbalPitch, gimbalYaw, ...later(at * pause), ...changes }),
  );
const grid = (pitches: number[], yaws: number) =>
  pitches.flatMap((pitch) =>
    Array.from({ length: yaws }, (_each, at): [number, number] => [pitch, (at * 360) / yaws]),
  );
const SPHERE: [number, number][] = [...grid([0, -30, -60], 8), [-90, 0], [-90, 180]];

test('the tiles of a panorama form one set per flight', () => {
  const second = flight(SPHERE, {}).map((tile) => ({
    ...tile,
    takenAt: START + 300_000 + Number(tile.takenAt) - START,
  }));
  const sets = findTiles([...flight(SPHERE), ...second, shot('later.JPG', later(900))]);
  expect(sets.map(({ length }) => length)).toEqual([26, 26]);
});

test.each([
  ['all directions at two pitches and straight down', flight([...grid([0, -45], 8), [-90, 0]])],
  ['all directions, but not exactly level', flight(grid([-1, 1, 0], 8))],
  [
    'north, east, south and west from each of several heights',
    [30, 60, 90, 120, 150].flatMap((relativeAltitude, at) =>
      flight(grid([-30], 4), { relativeAltitude }, 1).map((each) => ({
        ...each,
        takenAt: Number(each.takenAt) + at * 5000,
      })),
    ),
  ],
  [
    'an orbit',
    flight(grid([-30], 36)).map((each, at) => ({
      ...each,
      latitude: 48 + Math.cos(at / 6) / 3000,
      longitude: 11 + Math.sin(at / 6) / 2000,
    })),
  ],
  ['panorama photos taken by hand, minutes apart', flight(SPHERE, {}, 60)],
  ['panorama photos without a pitch', flight(SPHERE, { gimbalPitch: null })],
])('finds no tiles in %s', (_name, shots) => {
  expect(findTiles(shots)).toEqual([]);
});

test('drone names and folders identify fewer tiles, but not the stitched panorama', () => {
  const wide = grid([0, -20, -40], 3);
  const folder = 'DCIM/PANORAMA/001_0123';
  const tiles = flight(wide, { folder });
  const stitched = shot('DJI_0123.JPG', { folder, isStitched: true });
  expect(findTiles([...tiles, stitched])).toEqual([tiles]);
  const named = flight(wide).map((tile, at) => ({
    ...tile,
    name: `PANO_000${at}.JPG`,
    takenAt: null,
  }));
  expect(findTiles(named)).toEqual([named]);
  expect(findTiles(named.slice(0, 2))).toEqual([]);
});
