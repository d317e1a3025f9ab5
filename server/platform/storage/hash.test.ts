import { appendFile, truncate, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { hashAhead, hashFile, hashOfFirst } from './hash.ts';

const folder = temporaryFolder();

/** Published values: FIPS 180-4 example "abc"; CRC-32 check value of "123456789". */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it('matches the published SHA-256 and CRC-32', async () => {
  expect(await hashFile(await folder.write('abc', 'abc'))).toMatchObject({ sha256: ABC, bytes: 3 });
  expect(await hashFile(await folder.write('digits', '123456789'))).toMatchObject({
    crc32: 0xcbf43926,
  });
});

it('hashes an empty file', async () => {
  expect(await hashFile(await folder.write('empty', ''))).toEqual({
    sha256: EMPTY,
    crc32: 0,
    bytes: 0,
  });
});

it('is right for a file that grows or shrinks in between', async () => {
  const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 31) % 253));
  const path = await folder.write('growing', content.subarray(0, 70_000));
  hashAhead(path, 70_000);
  await appendFile(path, content.subarray(70_000));
  const whole = await hashOfFirst(path, content.length);
  expect(whole).toEqual(await hashFile(await folder.write('whole', content)));
  await truncate(path, 3);
  await writeFile(path, 'abc');
  expect(await hashOfFirst(path, 3)).toMatchObject({ sha256: ABC, bytes: 3 });
});

it('rejects a missing file', async () => {
  await expect(hashOfFirst(folder.path('gone'), 3)).rejects.toThrow('ENOENT');
});
