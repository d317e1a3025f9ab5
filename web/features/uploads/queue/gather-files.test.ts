import { expect, test } from 'vitest';
import { gatherInput } from './gather-files.ts';

const named = (...names: string[]) => names.map((name) => new File(['x'], name));

test('files are taken in the order of their names, whatever the order of the disk', () => {
  const { files } = gatherInput(named('DJI_0010.JPG', 'DJI_2.JPG', 'DJI_0001.JPG'));
  expect(files.map(({ path }) => path)).toEqual(['DJI_0001.JPG', 'DJI_2.JPG', 'DJI_0010.JPG']);
});

test('what a camera keeps for itself is left out, and named', () => {
  const { files, leftOut } = gatherInput(named('DJI_0001.MP4', 'DJI_0001.LRF', '.DS_Store'));
  expect(files.map(({ path }) => path)).toEqual(['DJI_0001.MP4']);
  expect(leftOut.toSorted()).toEqual(['.DS_Store', 'DJI_0001.LRF']);
});
