import { expect, test } from 'vitest';
import type { CardPhoto } from './reading/card-photo.ts';
import { unreadPhoto } from './reading/read-photo.ts';
import { type Choices, splitFiles } from './split-files.ts';

const START = Date.parse('2026-06-02T15:00:00Z');
const file = (name: string, changes: Partial<CardPhoto> = {}): CardPhoto => ({
  ...unreadPhoto(new File(['x'], name), `DCIM/${name}`),
  takenAt: START,
  place: { latitude: 48.1375, longitude: 11.5754 },
  relativeAltitude: 60,
  ...changes,
});
const split = (photos: readonly CardPhoto[], choices: Partial<Choices> = {}) => {
  const known = new Map([['known', 'Week 1']]);
  return splitFiles(photos, known, { hashes: new Map(), userChoices: new Map(), ...choices });
};
const names = (photos: Iterable<CardPhoto>) => [...photos].map(({ name }) => name);
const TILES = [0, -30, -60].flatMap((gimbalPitch) =>
  [0, 45, 90, 135, 180, 225, 270, 315].map((gimbalYaw, at) =>
    file(`DJI_${gimbalPitch}_${gimbalYaw}.JPG`, {
      gimbalPitch,
      gimbalYaw,
      takenAt: START + (at - gimbalPitch / 3) * 1000,
    }),
  ),
);

test('sets aside the tiles of a sphere as one group, and uses them on request', () => {
  const photo = file('DJI_0100.JPG', { takenAt: START + 3_600_000 });
  const { kept, aside } = split([...TILES, photo]);
  expect(kept).toEqual([photo]);
  expect(new Set(aside.map(({ group }) => group)).size).toBe(1);
  expect(aside[0]?.message).toBe('24 tiles of one 360° photo. Stitch them, then add the result.');
  const userChoices = new Map(TILES.map(({ path }) => [path, true]));
  expect(split(TILES, { userChoices }).kept).toHaveLength(24);
  const sphere = file('DJI_0101.JPG', { isStitched: true });
  expect(split([...TILES, sphere]).aside[0]?.message).toContain('has a stitched panorama');
});

test('sets aside multispectral bands, but not the photo in visible light', () => {
  const bands = ['G', 'R', 'RE', 'NIR'].map((band) => file(`DJI_0001_MS_${band}.TIF`));
  const [visible, map] = [file('DJI_0001_D.JPG'), file('orthomosaic.tif', { samples: 1 })];
  const { kept, aside } = split([visible, ...bands, map]);
  expect(kept).toEqual([visible, map]);
  expect(aside.map(({ group }) => group)).toEqual(bands.map(() => 'bands'));
});

test('sets a RAW file aside with its photo, unless the photo is a duplicate', () => {
  const [raw, photo] = [file('DJI_0033.DNG'), file('DJI_0033.JPG')];
  const { kept, raws } = split([raw, photo]);
  expect(names(kept)).toEqual(['DJI_0033.DNG', 'DJI_0033.JPG']);
  expect([...raws]).toEqual([[photo, raw]]);
  const away = split([raw, photo], { userChoices: new Map([[photo.path, false]]) });
  expect([away.kept, names(away.aside.map((each) => each.photo))]).toEqual([
    [],
    ['DJI_0033.JPG', 'DJI_0033.DNG'],
  ]);
  const hashes = new Map([[photo.path, 'known']]);
  expect(names(split([raw, photo], { hashes }).kept)).toEqual(['DJI_0033.DNG']);
});
