import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { hashFile, HashStream } from './hash.ts';

const folder = temporaryFolder();

/** Known answers: FIPS 180-4 example "abc"; CRC-32 check value of "123456789". */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it('gives the published SHA-256 and CRC-32', async () => {
  expect(await hashFile(await folder.write('abc', 'abc'))).toMatchObject({ sha256: ABC, bytes: 3 });
  expect(await hashFile(await folder.write('digits', '123456789'))).toMatchObject({
    crc32: 0xcbf43926,
  });
});

it('gives the hash of nothing for an empty file', async () => {
  expect(await hashFile(await folder.write('empty', ''))).toEqual({
    sha256: EMPTY,
    crc32: 0,
    bytes: 0,
  });
});

it('passes every byte on, whatever the chunks, and hashes the same as the file', async () => {
  const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 31) % 253));
  const chunks = [content.subarray(0, 1), content.subarray(1, 70_000), content.subarray(70_000)];
  const hash = new HashStream();
  const passed: Buffer[] = [];
  await pipeline(Readable.from(chunks), hash, async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) passed.push(chunk);
  });
  expect(Buffer.concat(passed).equals(content)).toBe(true);
  expect(hash.digest()).toEqual(await hashFile(await folder.write('large', content)));
});

it('answers in between without ending the hash', () => {
  const hash = new HashStream();
  hash.update(Buffer.from('ab'));
  expect(hash.digest().bytes).toBe(2);
  hash.update(Buffer.from('c'));
  expect(hash.digest().sha256).toBe(ABC);
});
