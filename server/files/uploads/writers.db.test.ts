import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/context.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { partName } from '#server/platform/storage/upload-parts.ts';
import { testLog } from '#test/database.ts';
import { openUploadActions, sha256 } from '#test/upload-actions.ts';
import { openPatch, takeTurns } from '#test/upload-takeover.ts';
import { tusClient } from '#test/tus.ts';
import { finishUpload } from './finish.ts';
import { resumeUploads } from './sweep.ts';
import { Writers } from './writers.ts';

const ROUNDS = 10;

const actions = await openUploadActions();
const { ctx, person, submissionId, fileRow, uploadRow } = actions;
const here = { url: actions.url, cookie: person.cookie };

/** Starts a second process on the same database and storage. */
async function startBeside(dataDir: string) {
  const databaseUrl = ctx.db.pool.options.connectionString ?? null;
  const secondCtx = await createContext({ ...ctx.config, databaseUrl, dataDir }, { log: testLog });
  const app = await createApp(secondCtx);
  return {
    ctx: secondCtx,
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    cookie: person.cookie,
    close: async () => {
      await app.close();
      await secondCtx.close();
    },
  };
}

const ownFolder = await mkdtemp(join(tmpdir(), 'overfly-beside-'));
await mkdir(join(ctx.config.dataDir, 'storage'), { recursive: true });
await symlink(join(ctx.config.dataDir, 'storage'), join(ownFolder, 'storage'));
const sharing = await startBeside(ctx.config.dataDir);
const apart = await startBeside(ownFolder);
afterAll(async () => {
  await sharing.close();
  await apart.close();
  await actions.close();
  await rm(ownFolder, { recursive: true, force: true });
});

const newDocument = (length: number) =>
  Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(length)]);

async function expectStored(id: string, bytes: Buffer) {
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes), state: 'ready' });
  expect(sha256(await ctx.storage.read(originalKey(id)))).toBe(sha256(bytes));
}

const writerOf = async (id: string) => (await uploadRow(id))?.writer ?? null;

test.each([
  ['share a folder for uploads', sharing],
  ['have their own folders for uploads', apart],
])(
  'two processes that %s can take over an upload and store only its bytes',
  async (_how, other) => {
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = newDocument(randomInt(1000, 600_000));
      const shares = Array.from({ length: 1 + (round % 3) }, () => Math.random());
      const first = round % 2 === 0 ? 0 : 1;
      const id = await takeTurns([here, other], { submissionId, bytes, first, shares, writerOf });
      await expectStored(id, bytes);
    }
    for (const each of [ctx, other.ctx]) {
      await resumeUploads(each);
      expect(await each.uploads.list()).toEqual([]);
    }
  },
);

test('the losing writer is disconnected at once with a message', async () => {
  const { id, location, bytes } = await actions.begin(newDocument(300_000));
  const lost = openPatch(here, location, { offset: 0, length: bytes.length });
  await lost.send(bytes.subarray(0, 100_000));
  await expect.poll(() => writerOf(id)).toEqual(expect.any(String));
  const tus = tusClient(sharing.url, person.cookie);
  const offset = await tus.offset(location);
  expect(await lost.answered).toBe(409);
  expect((await tus.patch(location, offset ?? 0, bytes.subarray(offset ?? 0))).status).toBe(204);
  await expectStored(id, bytes);
});

test('an upload whose writer was killed continues at once in a new part', async () => {
  const { id, location, bytes } = await actions.begin(newDocument(300_000));
  await actions.arrive(id, bytes.subarray(0, 100_000));
  await ctx.db.owner
    .updateTable('uploads')
    .set({ writer: randomUUID() })
    .where('id', '=', id)
    .execute();
  const tus = tusClient(sharing.url, person.cookie);
  expect(await tus.offset(location)).toBe(100_000);
  const half = await tus.patch(location, 100_000, bytes.subarray(100_000, 200_000));
  expect(half.status).toBe(204);
  expect(await ctx.uploads.received(partName(id, 1))).toBe(100_000);
  // Bytes received by the killed process don't count.
  await actions.arrive(id, newDocument(1000));
  expect((await tus.patch(location, 200_000, bytes.subarray(200_000))).status).toBe(204);
  await expectStored(id, bytes);
});

test('another process continues a released upload in the same part', async () => {
  const { id, location, bytes } = await actions.begin(newDocument(300_000));
  await actions.tus.patch(location, 0, bytes.subarray(0, 100_000));
  const tus = tusClient(sharing.url, person.cookie);
  await tus.patch(location, 100_000, bytes.subarray(100_000, 200_000));
  expect(await ctx.uploads.received(id)).toBe(200_000);
  expect(await uploadRow(id)).toMatchObject({ partStarts: [0], bytesReceived: 200_000 });
  await actions.tus.patch(location, 200_000, bytes.subarray(200_000));
  await expectStored(id, bytes);
});

test('an upload with bytes on another machine starts over and stays there', async () => {
  const { id, location, bytes } = await actions.begin(newDocument(300_000));
  await actions.tus.patch(location, 0, bytes.subarray(0, 100_000));
  const tus = tusClient(apart.url, person.cookie);
  expect(await tus.offset(location)).toBe(0);
  expect((await tus.patch(location, 0, bytes.subarray(0, 200_000))).status).toBe(204);
  expect(await actions.tus.offset(location)).toBe(0);
  expect((await tus.patch(location, 200_000, bytes.subarray(200_000))).status).toBe(204);
  await expectStored(id, bytes);
});

test('the later of two simultaneous writers wins', async () => {
  const { id, bytes } = await actions.begin(newDocument(300_000));
  const first = new PassThrough();
  const loser = new Writers(ctx).write(person.viewer, { id, offset: 0 }, first);
  await expect.poll(() => writerOf(id)).toEqual(expect.any(String));
  const second = new Writers(sharing.ctx).write(
    person.viewer,
    { id, offset: 0 },
    Readable.from([Buffer.from(bytes)]),
  );
  expect(await second).toMatchObject({ offset: bytes.length, isWhole: true });
  first.end(newDocument(bytes.length));
  await expect(loser).rejects.toMatchObject({ code: 'UPLOAD_TAKEN_OVER' });
  await finishUpload(ctx, person.viewer, id);
  await expectStored(id, bytes);
});

test('canceling an upload disconnects it in the process that writes it', async () => {
  const { id, location, bytes } = await actions.begin(newDocument(300_000));
  const writing = openPatch(here, location, { offset: 0, length: bytes.length });
  await writing.send(bytes.subarray(0, 100_000));
  await expect.poll(() => writerOf(id)).toEqual(expect.any(String));
  expect((await tusClient(sharing.url, person.cookie).remove(location)).status).toBe(204);
  expect(await writing.answered).toBe(409);
  expect(await uploadRow(id)).toBeUndefined();
});
