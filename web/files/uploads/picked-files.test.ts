import { expect, test } from 'vitest';
import { hashFile } from '#web/lib/hash-file.ts';
import { gatherInput, isForVideoSubmission } from './picked-files.ts';

test('hashes files with SHA-256, in hex (FIPS 180-4 test vector)', async () => {
  expect(await hashFile(new File(['abc'], 'a.txt'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('does not hash files too large for memory', async () => {
  const huge = Object.defineProperty(new File([], 'clip.mp4'), 'size', { value: 300 * 1024 ** 2 });
  expect(await hashFile(huge)).toBe(null);
});

const named = (...names: string[]) => names.map((name) => new File(['x'], name));

test('sorts files by name instead of disk order', () => {
  const { files } = gatherInput(named('DJI_0010.JPG', 'DJI_2.JPG', 'DJI_0001.JPG'));
  expect(files.map(({ path }) => path)).toEqual(['DJI_0001.JPG', 'DJI_2.JPG', 'DJI_0010.JPG']);
});

test('skips system files and lists their names', () => {
  const { files, ignoredPaths } = gatherInput(named('DJI_0001.MP4', 'DJI_0001.LRF', '.DS_Store'));
  expect(files.map(({ path }) => path)).toEqual(['DJI_0001.MP4']);
  expect(ignoredPaths.toSorted()).toEqual(['.DS_Store', 'DJI_0001.LRF']);
});

test('allows videos of any MIME type and flight data in video submissions', () => {
  const isAllowed = (name: string, type: string) => isForVideoSubmission({ name, type });
  expect(isAllowed('a.mp4', 'video/mp4')).toBe(true);
  expect(isAllowed('DJI_0001.MTS', '')).toBe(true);
  expect(isAllowed('DJI_0001.SRT', '')).toBe(true);
  expect(isAllowed('DJI_0001.JPG', 'image/jpeg')).toBe(false);
  expect(isAllowed('report.pdf', 'application/pdf')).toBe(false);
});
