import { expect, test } from 'vitest';
import { hashFile } from '#web/lib/hash-file.ts';
import { gatherInput, isForVideoSubmission } from './picked-files.ts';

test('the hash is SHA-256 in hex (test vector of FIPS 180-4)', async () => {
  expect(await hashFile(new File(['abc'], 'a.txt'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('a file that would fill the memory is not hashed', async () => {
  const huge = Object.defineProperty(new File([], 'clip.mp4'), 'size', { value: 300 * 1024 ** 2 });
  expect(await hashFile(huge)).toBe(null);
});

const named = (...names: string[]) => names.map((name) => new File(['x'], name));

test('files are taken in the order of their names, whatever the order of the disk', () => {
  const { files } = gatherInput(named('DJI_0010.JPG', 'DJI_2.JPG', 'DJI_0001.JPG'));
  expect(files.map(({ path }) => path)).toEqual(['DJI_0001.JPG', 'DJI_2.JPG', 'DJI_0010.JPG']);
});

test('what a camera keeps for itself is left out, and named', () => {
  const { files, ignoredPaths } = gatherInput(named('DJI_0001.MP4', 'DJI_0001.LRF', '.DS_Store'));
  expect(files.map(({ path }) => path)).toEqual(['DJI_0001.MP4']);
  expect(ignoredPaths.toSorted()).toEqual(['.DS_Store', 'DJI_0001.LRF']);
});

test('a video submission takes films, also of types that browsers do not know, and flight data', () => {
  const isTaken = (name: string, type: string) => isForVideoSubmission({ name, type });
  expect(isTaken('a.mp4', 'video/mp4')).toBe(true);
  expect(isTaken('DJI_0001.MTS', '')).toBe(true);
  expect(isTaken('DJI_0001.SRT', '')).toBe(true);
  expect(isTaken('DJI_0001.JPG', 'image/jpeg')).toBe(false);
  expect(isTaken('report.pdf', 'application/pdf')).toBe(false);
});
