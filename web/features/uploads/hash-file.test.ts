import { expect, test } from 'vitest';
import { hashFile } from './hash-file.ts';

test('the hash is SHA-256 in hex (test vector of FIPS 180-4)', async () => {
  expect(await hashFile(new File(['abc'], 'a.txt'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('a file that would fill the memory is not hashed', async () => {
  const huge = Object.defineProperty(new File([], 'clip.mp4'), 'size', { value: 300 * 1024 ** 2 });
  expect(await hashFile(huge)).toBe(null);
});
