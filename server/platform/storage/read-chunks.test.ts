import { randomBytes } from 'node:crypto';
import { open, truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { readChunks } from './read-chunks.ts';

const MIB = 1024 ** 2;
const folder = temporaryFolder();

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

test.each([
  ['shorter than a chunk', 10],
  ['of exactly one chunk', MIB],
  ['of several chunks', 5 * MIB + 1],
  ['of zero bytes', 0],
])('a file %s is read completely', async (_what, size) => {
  const bytes = randomBytes(size);
  const file = await open(await folder.write('whole', bytes));
  expect((await joined(readChunks(file))).equals(bytes)).toBe(true);
});

test('a range is read across chunk boundaries', async () => {
  const bytes = randomBytes(3 * MIB);
  const path = await folder.write('range', bytes);
  for (const [start, end] of [
    [0, 0],
    [1, 2 * MIB],
    [MIB, 2 * MIB - 1],
    [3 * MIB - 1, 3 * MIB - 1],
  ] as const) {
    const chunks = readChunks(await open(path), { start, end });
    expect((await joined(chunks)).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test('a chunk stays unchanged until the next one is read', async () => {
  const bytes = randomBytes(4 * MIB);
  const path = await folder.write('slow', bytes);
  const [one, two] = [readChunks(await open(path)), readChunks(await open(path))];
  for (let position = 0; position < bytes.length; position += MIB) {
    const mine = await one.next();
    // Another reader continues, and must not reuse a buffer that is still in use.
    await two.next();
    const chunk = Buffer.from((mine.value ?? []) as Uint8Array);
    expect(chunk.equals(bytes.subarray(position, position + MIB))).toBe(true);
  }
  await Promise.all([one.return(undefined), two.return(undefined)]);
});

test('many readers at once get their own bytes', async () => {
  const files = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const bytes = Buffer.alloc(3 * MIB + index, index);
      return { bytes, path: await folder.write(`file-${index}`, bytes) };
    }),
  );
  for (let round = 0; round < 2; round++) {
    const read = await Promise.all(
      files.map(async ({ path }) => joined(readChunks(await open(path)))),
    );
    expect(
      read.map((bytes, index) => bytes.equals(files[index]?.bytes ?? Buffer.alloc(0))),
    ).toEqual(files.map(() => true));
  }
});

test('the file is closed at the end, when canceled, and when reading fails', async () => {
  const path = await folder.write('closed', randomBytes(3 * MIB));
  const ended = await open(path);
  await joined(readChunks(ended));
  const broken = await open(path);
  for await (const chunk of readChunks(broken)) {
    expect(chunk.length).toBe(MIB);
    break;
  }
  const failed = await open(folder.path('.'));
  await expect(joined(readChunks(failed))).rejects.toThrow('EISDIR');
  expect([ended.fd, broken.fd, failed.fd]).toEqual([-1, -1, -1]);
});

test('a file that became shorter is read to its new end', async () => {
  const path = await folder.write('shorter', Buffer.alloc(3 * MIB, 1));
  await truncate(path, MIB + 5);
  expect(await joined(readChunks(await open(path), { start: 0, end: 3 * MIB - 1 }))).toHaveLength(
    MIB + 5,
  );
});
