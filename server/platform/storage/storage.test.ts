import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runProgram } from '#test/program.ts';
import { hasS3Server, startS3Server, type S3Server } from '#test/s3-server.ts';
import { hashFile } from './hash.ts';
import { diskStorage } from './disk.ts';
import { s3Storage, type S3Settings } from './s3.ts';
import type { Chunks, Storage } from './storage.ts';

const MIB = 1024 ** 2;
const UNSAFE = [
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '../a',
  'a/../b',
  'a/./b',
  'a\\b',
  'a\0b',
  '.tmp',
  'ä b',
];

const folder = temporaryFolder();

/** All bytes, copied, because chunks reuse their memory. */
async function joinChunks(chunks: Chunks): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

/** Applies to every kind of storage. Each test uses its own keys. */
function testStorage(open: () => Storage) {
  let storage: Storage;
  beforeAll(() => {
    storage = open();
  });
  const newFolder = () => `content-files/${randomUUID()}/`;
  const newKey = () => `${newFolder()}original`;
  const read = async (key: string, start: number, end: number) =>
    joinChunks(await storage.open(key, { start, end }));

  test('lists only the objects of a folder, with size and age', async () => {
    const [inside, beside] = [newFolder(), newKey()];
    for (const name of ['original', 'w256.webp']) await storage.put(inside + name, randomBytes(7));
    await storage.put(beside, randomBytes(3));
    const listed = [];
    for await (const object of storage.list(inside)) listed.push(object);
    expect(listed.map(({ key, bytes }) => `${key} ${bytes}`).toSorted()).toEqual([
      `${inside}original 7`,
      `${inside}w256.webp 7`,
    ]);
    const age = Date.now() - (listed[0]?.changedAt.getTime() ?? 0);
    expect(Math.abs(age)).toBeLessThan(60_000);
    for await (const object of storage.list(newFolder())) throw new Error(object.key);
  });

  test('returns an object byte for byte, and its size', async () => {
    const [key, bytes] = [newKey(), randomBytes(100_001)];
    await storage.put(key, bytes);
    expect(await storage.read(key)).toEqual(bytes);
    expect(await joinChunks(await storage.open(key))).toEqual(bytes);
    expect(await storage.size(key)).toBe(100_001);
  });

  test('stores an empty object', async () => {
    const key = newKey();
    await storage.put(key, Buffer.alloc(0));
    expect(await storage.size(key)).toBe(0);
    expect(await storage.read(key)).toEqual(Buffer.alloc(0));
  });

  test('replaces the whole object', async () => {
    const key = newKey();
    await storage.put(key, Buffer.from('a longer text'));
    await storage.put(key, Buffer.from('now'));
    expect((await storage.read(key)).toString()).toBe('now');
    expect(await storage.size(key)).toBe(3);
  });

  test('reads ranges with both ends included, down to a single byte', async () => {
    const [key, bytes] = [newKey(), randomBytes(300_000)];
    await storage.put(key, bytes);
    expect(await read(key, 0, 0)).toEqual(bytes.subarray(0, 1));
    expect(await read(key, 99_999, 200_000)).toEqual(bytes.subarray(99_999, 200_001));
    expect(await read(key, 299_999, 299_999)).toEqual(bytes.subarray(-1));
  });

  test('reports a missing object when opened, read, used or adopted', async () => {
    const key = newKey();
    const absent = { code: 'FILE_NOT_FOUND' };
    expect(await storage.size(key)).toBeNull();
    await expect(storage.open(key)).rejects.toMatchObject(absent);
    await expect(storage.read(key)).rejects.toMatchObject(absent);
    await expect(storage.withLocalFile(key, readFile)).rejects.toMatchObject(absent);
    await expect(storage.moveIn(folder.path('nowhere'), key)).rejects.toMatchObject(absent);
    expect(await storage.size(key)).toBeNull();
  });

  test('does not take folders, or names below an object, for objects', async () => {
    const inFolder = newFolder();
    await storage.put(`${inFolder}original`, Buffer.from('here'));
    expect(await storage.size(inFolder.slice(0, -1))).toBeNull();
    await expect(storage.read(inFolder.slice(0, -1))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    expect(await storage.size(`${inFolder}original/below`)).toBeNull();
  });

  test('moves an adopted file into place', async () => {
    const key = newKey();
    const path = await folder.write(randomUUID(), 'a finished file');
    await storage.moveIn(path, key);
    expect((await storage.read(key)).toString()).toBe('a finished file');
    expect(existsSync(path)).toBe(false);
  });

  test('can adopt the same file twice', async () => {
    const key = newKey();
    const path = await folder.write(randomUUID(), 'a finished file');
    await storage.moveIn(path, key);
    await storage.moveIn(path, key);
    expect((await storage.read(key)).toString()).toBe('a finished file');
  });

  test('can adopt the same large file twice at once', async () => {
    const [key, bytes] = [newKey(), randomBytes(20 * MIB)];
    const path = await folder.write(randomUUID(), bytes);
    await Promise.all([storage.moveIn(path, key), storage.moveIn(path, key)]);
    expect((await storage.read(key)).equals(bytes)).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  test('replaces an object by adopting a file', async () => {
    const key = newKey();
    await storage.put(key, Buffer.from('the first version'));
    await storage.moveIn(await folder.write(randomUUID(), 'the second version'), key);
    expect((await storage.read(key)).toString()).toBe('the second version');
  });

  // Once in a single request, and once in parts.
  test.each([9, 9 * MIB])(
    'creates an object from %i bytes only if the key is free',
    async (size) => {
      const [key, bytes] = [newKey(), randomBytes(size)];
      const [first, second] = [
        await folder.write(randomUUID(), bytes),
        await folder.write(randomUUID(), 'other'),
      ];
      expect(await storage.create(first, key)).toBe(true);
      expect(existsSync(first)).toBe(false);
      expect(await storage.create(second, key)).toBe(false);
      expect((await storage.read(key)).equals(bytes)).toBe(true);
      expect(existsSync(second)).toBe(true);
    },
  );

  test('creates only one of two objects at once', async () => {
    const key = newKey();
    const paths = await Promise.all(['one', 'two'].map((text) => folder.write(randomUUID(), text)));
    const made = await Promise.all(paths.map((path) => storage.create(path, key)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await storage.read(key)).toString()).toBe(made[0] ? 'one' : 'two');
  });

  // Parts are 8 MiB: exactly one part, one byte more, and many with a remainder.
  test.each([8 * MIB, 8 * MIB + 1, 100 * MIB + 12_345])(
    'adopts a file of %i bytes unchanged',
    async (size) => {
      const [key, bytes] = [newKey(), randomBytes(size)];
      const path = await folder.write(randomUUID(), bytes);
      await storage.moveIn(path, key);
      expect(existsSync(path)).toBe(false);
      expect(await storage.size(key)).toBe(size);
      expect((await storage.read(key)).equals(bytes)).toBe(true);
      await storage.removeAll(key.replace(/original$/, ''));
    },
  );

  test('gives a tool a local copy and returns its result', async () => {
    const [key, bytes] = [newKey(), randomBytes(2 * MIB)];
    await storage.put(key, bytes);
    const seen = await storage.withLocalFile(key, (path) => readFile(path));
    expect(seen.equals(bytes)).toBe(true);
    const failure = new Error('the tool failed');
    await expect(storage.withLocalFile(key, () => Promise.reject(failure))).rejects.toBe(failure);
    expect((await storage.read(key)).equals(bytes)).toBe(true);
  });

  test('removes one object, and ignores a missing one', async () => {
    const inFolder = newFolder();
    const [key, beside] = [`${inFolder}w256.webp`, `${inFolder}w256-1.webp`];
    await Promise.all([key, beside].map((each) => storage.put(each, Buffer.from('x'))));
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.size(key)).toBeNull();
    expect(await storage.size(beside)).toBe(1);
  });

  test('removes everything in a folder, and nothing next to it', async () => {
    const inFolder = newFolder();
    const keys = Array.from({ length: 120 }, (_, index) => `${inFolder}w${index}.webp`);
    const beside = `${inFolder.slice(0, -1)}-beside/original`;
    await Promise.all([...keys, beside].map((key) => storage.put(key, Buffer.from('x'))));
    await storage.removeAll(inFolder);
    const sizes = await Promise.all(keys.map((key) => storage.size(key)));
    expect(sizes).toEqual(keys.map(() => null));
    expect(await storage.size(beside)).toBe(1);
    await storage.removeAll(inFolder); // nothing there, and no error
  });

  test.each(UNSAFE)('rejects the key %j everywhere', async (key) => {
    const path = await folder.write(randomUUID(), 'stays');
    const refused = /unsafe storage key/;
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(refused);
    await expect(storage.moveIn(path, key)).rejects.toThrow(refused);
    await expect(storage.size(key)).rejects.toThrow(refused);
    await expect(storage.open(key)).rejects.toThrow(refused);
    await expect(storage.read(key)).rejects.toThrow(refused);
    await expect(storage.withLocalFile(key, readFile)).rejects.toThrow(refused);
    await expect(storage.removeAll(`${key}/`)).rejects.toThrow(refused);
    expect(await readFile(path, 'utf8')).toBe('stays');
  });

  test('removes only folders with removeAll', async () => {
    await expect(storage.removeAll('content-files')).rejects.toThrow('not a folder');
  });

  test('keeps one whole version of concurrent writes', async () => {
    const key = newKey();
    const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(2 * MIB + index, index));
    await Promise.all(versions.map((bytes) => storage.put(key, bytes)));
    const left = await storage.read(key);
    expect(versions.some((bytes) => bytes.equals(left))).toBe(true);
  });

  test('returns one whole version while an object is being replaced', async () => {
    const key = newKey();
    const versions = [Buffer.alloc(6 * MIB, 1), Buffer.alloc(6 * MIB, 2)];
    await storage.put(key, Buffer.alloc(6 * MIB, 0));
    const writing = Promise.all(versions.map((bytes) => storage.put(key, bytes)));
    for (let round = 0; round < 10; round += 1) {
      const bytes = await storage.read(key);
      expect(bytes.length).toBe(6 * MIB);
      expect(bytes.equals(Buffer.alloc(6 * MIB, bytes[0]))).toBe(true);
    }
    await writing;
  });

  test('is unaffected by a reader that stops early', async () => {
    const [key, bytes] = [newKey(), randomBytes(6 * MIB)];
    await storage.put(key, bytes);
    for await (const chunk of await storage.open(key)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await storage.read(key)).equals(bytes)).toBe(true);
  });

  test('reports that it works', async () => {
    expect(await storage.state()).toMatchObject({ ok: true });
  });
}

describe('on disk', () => {
  testStorage(() => diskStorage(folder.path('storage')));
});

describe.each(hasS3Server ? ['radosgw'] : [])('on S3 (%s)', () => {
  testS3();
});

/** The common tests, and those for S3 only. */
function testS3() {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  }, 120_000);
  afterAll(() => server?.stop());
  const openS3 = (settings: S3Settings) => s3Storage(settings, { scratch: folder.path('scratch') });

  testStorage(() => openS3(server.settings));

  test('removes local copies after use', async () => {
    const storage = openS3(server.settings);
    await storage.put('content-files/tool', Buffer.from('x'));
    await storage.withLocalFile('content-files/tool', readFile);
    expect(await readdir(folder.path('scratch'))).toEqual([]);
  });

  test('an adoption that is killed keeps the file, and the next one cleans up', async () => {
    const [path, key] = [folder.path('large'), 'content-files/killed/original'];
    await writeFile(path, randomBytes(64 * MIB));
    await truncate(path, 256 * MIB);
    const digest = await hashFile(path);
    const place = JSON.stringify({ s3: server.settings, scratch: folder.path('scratch') });
    const adopt = () => runProgram('store-files.ts', [place, key, path]);
    const first = adopt();
    await vi.waitFor(async () => expect(await listUnfinished(server.settings)).toEqual([key]), {
      timeout: 60_000,
      interval: 10,
    });
    first.child.kill('SIGKILL');
    expect(await first.ended).toMatchObject({ code: null });
    const storage = openS3(server.settings);
    expect(await storage.size(key)).toBeNull();
    expect((await stat(path)).size).toBe(256 * MIB);

    const second = adopt();
    expect(await second.ended).toEqual({ code: 0, stderr: '' });
    expect(await storage.withLocalFile(key, hashFile)).toEqual(digest);
    expect(existsSync(path)).toBe(false);
    expect(await listUnfinished(server.settings)).toEqual([]);
    // Four parts of 8 MiB at a time, regardless of file size.
    const { value: grown } = (await second.lines.next()) as { value: string };
    expect(Number(grown)).toBeLessThan(128);
  }, 120_000);

  test('removing a folder also drops its unfinished uploads', async () => {
    const Key = 'content-files/given-up/original';
    const Bucket = server.settings.bucket;
    await clientOf(server.settings).send(new CreateMultipartUploadCommand({ Bucket, Key }));
    expect(await listUnfinished(server.settings)).toEqual([Key]);
    await openS3(server.settings).removeAll('content-files/given-up/');
    expect(await listUnfinished(server.settings)).toEqual([]);
  });

  test('a full bucket is reported, and objects and the file stay', async () => {
    const storage = openS3(await server.limitedTo(MIB));
    const full = { code: 'STORAGE_FULL' };
    await storage.put('content-files/full/small', Buffer.from('here before'));
    await expect(storage.put('content-files/full/a', randomBytes(2 * MIB))).rejects.toMatchObject(
      full,
    );
    const path = await folder.write('too-large', randomBytes(20 * MIB));
    await expect(storage.moveIn(path, 'content-files/full/b')).rejects.toMatchObject(full);
    await expect(storage.moveIn(path, 'content-files/full/small')).rejects.toMatchObject(full);
    expect((await stat(path)).size).toBe(20 * MIB);
    expect(await storage.size('content-files/full/a')).toBeNull();
    expect((await storage.read('content-files/full/small')).toString()).toBe('here before');
  });

  test('a missing bucket and a wrong key are reported by their settings', async () => {
    const { settings } = server;
    expect(await openS3({ ...settings, bucket: 'not-there' }).state()).toEqual({
      ok: false,
      detail: 'S3_BUCKET does not exist',
    });
    const stranger = openS3({ ...settings, secretAccessKey: 'wrong' });
    expect((await stranger.state()).detail).toMatch('the key in S3_ACCESS_KEY_ID was rejected');
    await expect(stranger.put('a', Buffer.from('x'))).rejects.toThrow(
      'Object storage failed: the key in S3_ACCESS_KEY_ID was rejected (SignatureDoesNotMatch)',
    );
    await expect(openS3({ ...settings, bucket: 'not-there' }).read('a')).rejects.toThrow(
      'Object storage failed: S3_BUCKET does not exist',
    );
  });
}

const clientOf = ({ endpoint, region, bucket: _bucket, ...credentials }: S3Settings) =>
  new S3Client({ endpoint, region, credentials, forcePathStyle: true });

/** Keys of uploads that are neither complete nor dropped. */
async function listUnfinished(settings: S3Settings) {
  const command = new ListMultipartUploadsCommand({ Bucket: settings.bucket });
  return ((await clientOf(settings).send(command)).Uploads ?? []).map(({ Key }) => Key);
}
