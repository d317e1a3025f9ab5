import { readdir } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { zipOf } from '#test/fixtures/zip-of.ts';
import { extractResults } from './archive.ts';

const folder = temporaryFolder();
const ORTHOPHOTO = 'odm_orthophoto/odm_orthophoto.tif';
const content = Buffer.from('a map');

type Entry = { name?: string; bytes?: Buffer; size?: number; sum?: number };

/** A ZIP file with one deflated entry that announces any size and CRC-32, and any number of entries. */
function zipWith({ name = ORTHOPHOTO, bytes = content, ...given }: Entry, entries = 1): Buffer {
  const { size = bytes.length, sum = crc32(bytes) } = given;
  const packed = deflateRawSync(bytes);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(sum, 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
  const made = Buffer.from('PK\u0001\u0002\u0014\0');
  const directory = Buffer.concat([made, common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

const many = (count: number) =>
  zipOf(Array.from({ length: count }, (_, at) => [`${at}`, Buffer.alloc(0)] as const));
const extract = async (bytes: Buffer) =>
  extractResults(await folder.write('all.zip', bytes), folder.path(''));

test('extracts a known entry', async () => {
  const digest = expect.objectContaining({ bytes: content.length, crc32: crc32(content) });
  expect(await extract(zipWith({}))).toMatchObject([{ name: 'Orthophoto.tif', digest }]);
  expect(await extract(zipWith({ name: 'odm_orthophoto/other.tif' }))).toEqual([]);
});

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a name outside of its folder', () => zipWith({ name: '../../evil.tif' })],
  ['an absolute name', () => zipWith({ name: '/etc/passwd' })],
  ['too many entries', () => many(20_001)],
  ['more announced entries than it has', () => zipWith({}, 2)],
  ['a bomb', () => zipWith({ bytes: Buffer.alloc(50_000_000), size: 4_000_000_000 })],
  ['more bytes than announced', () => zipWith({ bytes: Buffer.alloc(50_000_000), size: 1000 })],
  ['fewer bytes than announced', () => zipWith({ size: 1000 })],
  ['a wrong CRC-32', () => zipWith({ sum: 1 })],
  ['no end', () => zipWith({}).subarray(0, -10)],
  ['half of the bytes', () => zipWith({}).subarray(0, 60)],
  ['no bytes', () => Buffer.alloc(0)],
  ['bytes in front', () => Buffer.concat([Buffer.from('<html>'), zipWith({})])],
])('refuses an archive with %s', async (_what, made) => {
  await expect(extract(await made())).rejects.toThrow('The archive from the engine is damaged.');
  expect((await readdir(folder.path(''))).toSorted()).toEqual(['0', 'all.zip']);
});
