import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withWholeFile } from './upload-parts.ts';
import { UploadStore } from './upload-store.ts';

const ID = '0193c0de-0000-4000-8000-000000000001';
const bytes = randomBytes(5_000_003);
const digestOf = (part: Buffer) => ({
  sha256: createHash('sha256').update(part).digest('hex'),
  crc32: crc32(part),
  bytes: part.length,
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overfly-uploads-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (freeBytes?: () => Promise<number>) =>
  new UploadStore({ directory: join(directory, 'uploads'), ...(freeBytes && { freeBytes }) });

/** Bytes in pieces of 64 KiB, as from a socket. */
async function* pieces(from: number, to: number) {
  for (let at = from; at < to; at += 65_536) yield bytes.subarray(at, Math.min(at + 65_536, to));
}

async function* brokenOffAt(from: number, to: number) {
  yield* pieces(from, to);
  throw new Error('the connection broke');
}

test('several requests make one file with the right hashes', async () => {
  const store = open();
  expect(await store.received(ID)).toBe(0);
  expect(await store.append(ID, pieces(0, 1_500_000))).toBe(1_500_000);
  expect(await store.append(ID, pieces(1_500_000, bytes.length))).toBe(bytes.length);
  expect(await readFile(store.pathOf(ID))).toEqual(bytes);
  expect(await store.digest(ID, bytes.length)).toEqual(digestOf(bytes));
});

test('an interrupted upload keeps what arrived and continues there', async () => {
  const store = open();
  await expect(store.append(ID, brokenOffAt(0, 1_234_567))).rejects.toThrow('the connection broke');
  expect(await store.received(ID)).toBe(1_234_567);
  await store.append(ID, pieces(1_234_567, bytes.length));
  expect(await store.digest(ID, bytes.length)).toEqual(digestOf(bytes));
});

test('after a restart, the hash covers earlier bytes', async () => {
  await open().append(ID, pieces(0, 2_000_000));
  const restarted = open();
  expect(await restarted.received(ID)).toBe(2_000_000);
  await restarted.append(ID, pieces(2_000_000, bytes.length));
  expect(await restarted.digest(ID, bytes.length)).toEqual(digestOf(bytes));
});

test('a hash is not used if the file is now shorter', async () => {
  const store = open();
  await store.append(ID, pieces(0, 3_000_000));
  await truncate(store.pathOf(ID), 1_000_000);
  expect(await store.received(ID)).toBe(1_000_000);
  await store.append(ID, pieces(1_000_000, bytes.length));
  expect(await store.digest(ID, bytes.length)).toEqual(digestOf(bytes));
});

test('an upload too large for the disk is refused before its first byte', async () => {
  const store = open(() => Promise.resolve(1_000_000_000));
  await expect(store.assertSpace(950_000_000)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  await expect(store.assertSpace(100_000_000)).resolves.toBeUndefined();
});

test("uploads stop at the disk's reserve and keep what they have", async () => {
  let free = 500_000_000;
  const store = open(() => Promise.resolve(free));
  async function* filling() {
    for (let sent = 0; ; sent += 5) {
      yield* pieces(0, 5_000_000);
      if (sent === 20) free = 90_000_000;
    }
  }
  await expect(store.append(ID, filling())).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  const kept = await store.received(ID);
  expect(kept).toBeGreaterThan(25_000_000);
  expect(kept).toBeLessThan(60_000_000);
  expect((await store.digest(ID, kept)).bytes).toBe(kept);
});

test('a full disk causes an error without ending the process', async () => {
  const store = open();
  await mkdir(join(directory, 'uploads'));
  await symlink('/dev/full', store.pathOf(ID));
  await expect(store.append(ID, pieces(0, 2_000_000))).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
});

test('an upload without bytes has no file, and a removed one is gone', async () => {
  const store = open();
  expect(await store.list()).toEqual([]);
  await store.append(ID, pieces(0, 10));
  expect(await store.list()).toEqual([ID]);
  await store.remove(ID);
  expect(await store.list()).toEqual([]);
  expect(await store.received(ID)).toBe(0);
  expect(await store.lastReceivedAt(ID)).toBeNull();
});

test.each([
  ['in one part', [0]],
  ['in two parts', [0, 2]],
])('an upload %s with a missing byte is not used', async (_how, partStarts) => {
  const store = open();
  for (const [index, start] of partStarts.entries())
    await store.append(
      index === 0 ? ID : `${ID}.${index}`,
      pieces(start, partStarts[index + 1] ?? 3),
    );
  const whole = withWholeFile(store, { id: ID, fileSize: 4, partStarts }, async () => 'used');
  await expect(whole).rejects.toThrow(/is missing/);
});
