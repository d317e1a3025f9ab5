import { expect, it } from 'vitest';
import { compass } from './directions.ts';
import { fileTitle } from './file-titles.ts';

it.each([
  [0, 'north'],
  [44, 'northeast'],
  [-44, 'northwest'],
  [-180, 'south'],
  [350, 'north'],
])('calls a yaw of %i degrees %s', (yaw, name) => {
  expect(compass(yaw)).toBe(name);
});

const FILES = [
  { id: 'map', kind: 'raster' },
  { id: 'film', kind: 'video' },
  { id: 'gate', kind: 'photo', viewpointName: 'North gate', gimbalYaw: 92 },
  { id: 'east', kind: 'photo', gimbalYaw: 92, gimbalPitch: -30 },
  { id: 'down', kind: 'photo', gimbalYaw: 92, gimbalPitch: -89 },
  { id: 'plain', kind: 'photo' },
  { id: 'second', kind: 'video', gimbalYaw: 0 },
];

it('names files by viewpoint, or by number among files of their kind', () => {
  expect(FILES.slice(1).map((file) => fileTitle(FILES, file))).toEqual([
    'Video 1',
    'North gate',
    'Photo 2, facing east',
    'Photo 3, straight down',
    'Photo 4',
    'Video 2',
  ]);
});
