import { expect, test } from 'vitest';
import { unplacedRasters, withCompanions } from './companions.ts';
import { unreadPhoto } from './reading/read-photo.ts';
import { positionOfPicture } from './reading/read-raster.ts';

const AUSTIN = { latitude: 30.2672, longitude: -97.7431 };
const on = (path: string, about: object = {}) => {
  const file = new File(['x'], path.split('/').at(-1) ?? '', { lastModified: 9000 });
  return { ...unreadPhoto(file, path), ...about };
};

test('gives a video the place and time of its log, and sidecars the place of their map', () => {
  const read = withCompanions(
    [
      on('A/DJI_0001.MP4', { takenAt: 5000 }),
      on('A/DJI_0001.SRT', { place: AUSTIN, takenAt: 7000 }),
      on('B/DJI_0001.MP4'),
      on('B/DJI_0001.SRT'),
      on('A/Ortho.TIF'),
      on('A/ortho.tfw'),
      on('A/notes.pdf'),
    ],
    new Map([['A/Ortho.TIF', AUSTIN]]),
  );
  expect(read.map(({ place, takenAt }) => [place, takenAt])).toEqual([
    [AUSTIN, 7000],
    [AUSTIN, 7000],
    [null, 9000],
    [null, 9000],
    [AUSTIN, null],
    [AUSTIN, null],
    [null, null],
  ]);
});

test('corrects the local time in a video header by nearby photos', () => {
  const noon = Date.UTC(2025, 7, 1, 17);
  const read = withCompanions(
    [
      on('A/DJI_0001.JPG', { place: AUSTIN, timeZone: 'America/Chicago', takenAt: noon }),
      on('A/DJI_0002.MP4', { place: AUSTIN, takenAt: Date.UTC(2025, 7, 1, 12, 5) }),
      on('A/DJI_20250801120700_0003.MP4', { takenAt: null }),
    ],
    new Map(),
  );
  expect(read.slice(1).map(({ takenAt }) => takenAt)).toEqual([
    noon + 5 * 60_000,
    noon + 7 * 60_000,
  ]);
});

test('locates a raster with sidecars of the same name only', () => {
  const raster = positionOfPicture(100);
  const located = unplacedRasters([
    on('A/site.jpg', { raster }),
    on('A/site.jgw', { sidecar: '1' }),
    on('A/site.prj', { sidecar: 'PROJCS' }),
    on('B/site.jpg', { raster }),
    on('A/placed.tif', { raster, place: AUSTIN }),
  ]);
  expect(located).toEqual([
    ['A/site.jpg', { ...raster, width: 10, height: 10, worldFile: '1', projection: 'PROJCS' }],
    ['B/site.jpg', { ...raster, worldFile: null, projection: null }],
  ]);
});
