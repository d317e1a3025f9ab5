import { expect, test } from 'vitest';
import { freshFiles } from './card.ts';

const PATH = 'DCIM/100MEDIA/DJI_0001.JPG';
const photo = (bytes: number) => ({
  file: new File([new Uint8Array(bytes)], 'DJI_0001.JPG', { lastModified: 1 }),
  path: PATH,
});
const [first, second, third] = [photo(1), photo(2), photo(3)];

test('ignores files that are already on the card', () => {
  expect(freshFiles([first, first], new Map())).toEqual([first]);
  expect(freshFiles([photo(1)], new Map([[PATH, first.file]]))).toEqual([]);
});

test('keeps different files with the same path, such as those of a second card', () => {
  const taken = freshFiles([first, second, third], new Map());
  expect(taken.map(({ file }) => file)).toEqual([first.file, second.file, third.file]);
  expect(taken.map(({ path }) => path)).toEqual([PATH, `2/${PATH}`, `3/${PATH}`]);
  const known = new Map(taken.map(({ file, path }) => [path, file]));
  expect(freshFiles([second, third], known)).toEqual([]);
});
