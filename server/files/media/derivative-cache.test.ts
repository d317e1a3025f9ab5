import { expect, test } from 'vitest';
import { createDerivativeCache } from './derivative-cache.ts';

/** In-memory storage that counts its calls. */
function storageOf(objects: Record<string, Buffer>) {
  const calls = { size: 0, read: 0 };
  return {
    calls,
    size: (key: string) => {
      calls.size++;
      return Promise.resolve(objects[key]?.length ?? null);
    },
    read: (key: string) => {
      calls.read++;
      return Promise.resolve(objects[key] ?? Buffer.alloc(0));
    },
  };
}

test('a small picture is read once, even for many requests at a time', async () => {
  const storage = storageOf({ a: Buffer.from('picture') });
  const cache = createDerivativeCache(storage);
  const requests = Array.from({ length: 5 }, async () => cache.find('a'));
  const found = await Promise.all(requests);
  expect(found.map((one) => one?.bytes?.toString())).toEqual(Array(5).fill('picture'));
  expect(storage.calls).toEqual({ size: 1, read: 1 });
});

test("a large object isn't read into memory; only its size is cached", async () => {
  const storage = storageOf({ video: Buffer.alloc(512 * 1024 + 1) });
  const cache = createDerivativeCache(storage);
  await cache.find('video');
  expect(await cache.find('video')).toMatchObject({ size: 512 * 1024 + 1, bytes: null });
  expect(storage.calls).toEqual({ size: 1, read: 0 });
});

test('a missing object is looked up again, because it may exist later', async () => {
  const objects: Record<string, Buffer> = {};
  const cache = createDerivativeCache(storageOf(objects));
  expect(await cache.find('a')).toBeNull();
  objects['a'] = Buffer.from('picture');
  expect(await cache.find('a')).not.toBeNull();
});

test('different bytes have different ETags', async () => {
  const cache = createDerivativeCache(
    storageOf({ a: Buffer.from('a'), b: Buffer.from('b'), c: Buffer.from('a') }),
  );
  const tags = await Promise.all(['a', 'b', 'c'].map(async (key) => (await cache.find(key))?.etag));
  expect(tags[0]).toMatch(/^"[\w-]{22}"$/);
  expect(tags[0]).not.toBe(tags[1]);
  expect(tags[0]).toBe(tags[2]);
});

test('memory stays below 64 MB by dropping the least recently used pictures', async () => {
  const objects = Object.fromEntries(
    Array.from({ length: 140 }, (_, index) => [`p${index}`, Buffer.alloc(500 * 1024)]),
  );
  const storage = storageOf(objects);
  const cache = createDerivativeCache(storage);
  for (const key of Object.keys(objects)) await cache.find(key);
  await cache.find('p139');
  expect(storage.calls.read).toBe(140);
  await cache.find('p0');
  expect(storage.calls.read).toBe(141);
});

test('a removed picture is gone after a minute', async () => {
  const objects: Record<string, Buffer> = { a: Buffer.from('picture') };
  let now = 1;
  const cache = createDerivativeCache(storageOf(objects), { now: () => now });
  await cache.find('a');
  delete objects['a'];
  now = 59_000;
  expect(await cache.find('a')).not.toBeNull();
  now = 61_000;
  expect(await cache.find('a')).toBeNull();
});
