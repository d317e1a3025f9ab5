import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { pictureUrl, type StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { tusClient } from '../tus.ts';
import { startPersistentUpload } from './persistent-upload.ts';
import { startWithSubmissions } from './program-with-submissions.ts';

const KILLS = 2;
const RECOVERY_MS = 30_000;
/** The document is sent in this many chunks, and the kill comes between two of them. */
const CHUNKS = 16;
const CHUNK_BYTES = 64 * 1024;

const { program, cookie, flightId, weekIds, close } = await startWithSubmissions(KILLS);
afterAll(() => close());

const tus = tusClient(program.url, cookie);
const random = (below: number) => randomInt(below);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function ask(path: string, method = 'GET'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${program.url}/api/operator${path}`, {
    method,
    headers: { cookie },
  });
  return { status: response.status, body: await response.json() };
}
const filesOf = async (id: string) =>
  ((await ask(`/submissions/${id}/files`)).body as { files: StaffFile[] }).files;
const week = async (id: string) => (await ask(`/submissions/${id}`)).body as StaffSubmission;
const publish = (id: string) => ask(`/submissions/${id}/publish`, 'POST');

/** Uploads that the server has acknowledged and must not lose. */
const acknowledged: { id: string; sha256: string }[] = [];

async function uploadPhoto() {
  const bytes = await jpegPhoto({
    width: 1600,
    height: 1200,
    exif: { IFD0: { ImageDescription: randomBytes(8).toString('hex') } },
  });
  const id = await tus.upload(flightId, 'DJI.JPG', bytes);
  acknowledged.push({ id, sha256: sha256(bytes) });
}

/** Resolves once at least one photo is being processed. */
async function untilProcessing() {
  for (;;) {
    const files = await filesOf(flightId);
    if (files.some(({ state }) => state === 'processing')) return;
    await uploadPhoto();
  }
}

const textOf = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'));

async function waitTicks(count: number) {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

test(`loses nothing and repeats nothing after ${KILLS} kills during uploads, processing and publishing`, async () => {
  for (const weekId of weekIds) {
    await Promise.all([uploadPhoto(), uploadPhoto()]);
    const document = textOf(CHUNKS * CHUNK_BYTES);
    const pauseAfterChunks = CHUNKS / 2 + 1 + random(CHUNKS / 2 - 1);
    const upload = startPersistentUpload(
      {
        url: program.url,
        cookie,
        submissionId: flightId,
        chunkBytes: CHUNK_BYTES,
        pauseAfterChunks,
      },
      document,
    );
    await upload.acknowledgedChunks(1 + random(CHUNKS / 2));
    await untilProcessing();
    const answer = publish(weekId).catch(() => null);
    await waitTicks(random(40));
    await program.restart('SIGKILL');
    upload.resume();

    const promised = (await answer)?.status === 200 ? ['published'] : ['published', 'draft'];
    expect(promised).toContain((await week(weekId)).status);
    const again = await publish(weekId);
    expect(again).toMatchObject({ status: 200, body: { status: 'published', fileCount: 1 } });
    acknowledged.push({ id: await upload.done, sha256: sha256(document) });
    expect(upload.lostBytes()).toBe(0);
  }

  const lastRestart = Date.now();
  await expect
    .poll(async () => (await filesOf(flightId)).filter(({ state }) => state !== 'ready'), {
      timeout: RECOVERY_MS,
      interval: 250,
    })
    .toEqual([]);
  expect(Date.now() - lastRestart).toBeLessThan(RECOVERY_MS);

  const files = await filesOf(flightId);
  const byId = (all: { id: string; sha256: string }[]) =>
    all.map(({ id, sha256: hash }) => `${id} ${hash}`).toSorted((a, b) => a.localeCompare(b));
  expect(byId(files)).toEqual(byId(acknowledged));
  for (const { kind, mediaUrl, presets } of files) {
    expect(presets).toEqual(kind === 'photo' ? [256, 512, 768, 1024, 2048] : []);
    for (const preset of presets) {
      const picture = await fetch(program.url + pictureUrl(mediaUrl, preset), {
        headers: { cookie },
      });
      expect(picture.status).toBe(200);
      await picture.body?.cancel();
    }
  }
  expect(await readdir(join(program.dataDir, 'uploads'))).toEqual([]);
}, 900_000);

test('stores an original exactly as it was sent', async () => {
  const [file] = await filesOf(flightId);
  const url = program.url + (file?.originalUrl ?? '');
  const bytes = await (await fetch(url, { headers: { cookie } })).arrayBuffer();
  expect(sha256(Buffer.from(bytes))).toBe(file?.sha256);
});
