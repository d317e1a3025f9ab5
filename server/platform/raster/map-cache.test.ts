import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { createMapCache } from './map-cache.ts';

const folder = temporaryFolder();
const TILE = 'tile.webp';
const storage = { localPath: (key: string) => key, open: () => Promise.reject(new Error()) };

/** A cache of at most 100 bytes, with a tile of each raster. */
function cacheIn(name: string) {
  const directory = folder.path(name);
  const cache = createMapCache({ storage, directory, maxBytes: 100 });
  return {
    path: (fileId: string) => join(directory, fileId.slice(0, 2), fileId, TILE),
    write: (fileId: string, bytes: number) => cache.write(fileId, TILE, Buffer.alloc(bytes)),
    has: async (fileId: string) => (await cache.read(fileId, TILE)) !== null,
  };
}

test('a full cache drops the least recently used raster', async () => {
  const { write, has } = cacheIn('bound');
  await write('first', 40);
  await write('second', 40);
  expect(await has('first')).toBe(true);
  await write('third', 40);
  expect([await has('first'), await has('second'), await has('third')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('files from an earlier run count by age or last use, and partial ones are deleted', async () => {
  const earlier = cacheIn('left');
  const left = Array.from({ length: 10 }, (_, index) => `${index}-raster`);
  for (const [index, fileId] of left.entries()) {
    await earlier.write(fileId, 10);
    await utimes(earlier.path(fileId), 0, (index * 7) % 10);
  }
  const begun = `${earlier.path('5-raster')}.part`;
  await writeFile(begun, Buffer.alloc(30));
  await utimes(begun, 0, 0);

  const { write, has } = cacheIn('left');
  expect(await has('0-raster')).toBe(true);
  await write('added', 1);
  const areKept = await Promise.all(left.map(has));
  // The three oldest, from seconds 1, 2, and 3.
  expect(left.filter((_, at) => !areKept[at])).toEqual(['3-raster', '6-raster', '9-raster']);
  await expect(stat(begun)).rejects.toThrow('ENOENT');
});
