import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError, ERRORS } from '#domain/errors.ts';
import { PRESETS } from '#domain/files.ts';
import type { Context } from '#server/platform/context.ts';
import { probeVideo } from '#server/platform/media/video.ts';
import { originalKey, presetKey, videoKey } from '#server/platform/storage/storage.ts';
import { openSite, type Site } from '#test/site.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { djiXmp, gpsExif, gradient, jpegPhoto } from '#test/fixtures/photos.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { processFile } from './jobs.ts';
import { processStored, registerFileJobs, resumeProcessing } from './process.ts';
import { runFolderName, workFolder } from './work-folder.ts';

let product: Site;
let ctx: Context;
let folder: string;
let projectId: string;

beforeAll(async () => {
  product = await openSite();
  ({ ctx } = product);
  folder = await mkdtemp(join(tmpdir(), 'overfly-process-'));
  const company = await makeCompany(ctx);
  ({ id: projectId } = await makeProject(ctx, company.id, { timeZone: 'America/Bogota' }));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => void vi.unstubAllEnvs());

const SYSTEM = { kind: 'system' } as const;
const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
const LAST_TRY = { ...FIRST_TRY, isLastTry: true };

type Given = Parameters<typeof makeFile>[2];

async function arrived(given: Given) {
  const submission = await makeSubmission(ctx, projectId);
  return makeFile(ctx, submission, { state: 'processing', ...given });
}

const rowOf = (id: string) =>
  ctx.db.as(SYSTEM, (tx) =>
    tx.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const submissionRow = (id: string | null) =>
  ctx.db.as(SYSTEM, (tx) =>
    tx.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const sizesOf = async (id: string) => {
  const sizes = await Promise.all(PRESETS.map((preset) => ctx.storage.size(presetKey(id, preset))));
  return PRESETS.filter((_preset, index) => sizes[index] !== null);
};
const jobsFor = async (id: string) =>
  (await ctx.queue.list(processFile)).pending.filter(({ fileId }) => fileId === id);

const flightPhoto = () =>
  jpegPhoto({
    width: 1200,
    height: 900,
    exif: {
      ...gpsExif(4.7, -74.1, 2600),
      IFD0: { Make: 'DJI', Model: 'FC3170', ImageDescription: randomUUID() },
      IFD2: { DateTimeOriginal: '2023:08:02 23:30:00' },
    },
    xmp: djiXmp(
      { RelativeAltitude: '+40.10', GimbalYawDegree: '-47.30', GimbalPitchDegree: '-90' },
      'attributes',
    ),
  });

test('a photo becomes ready with its sizes, placeholder and camera metadata', async () => {
  const { id } = await arrived({ bytes: await flightPhoto() });
  await processStored(ctx, id, FIRST_TRY);
  const row = await rowOf(id);
  expect(row).toMatchObject({
    state: 'ready',
    errorMessage: null,
    width: 1200,
    height: 900,
    presets: [256, 512, 768, 1024, 2048],
    capturedAt: new Date('2023-08-03T04:30:00Z'),
    timeZoneSource: 'gps',
    relativeAltitude: 40.1,
    gimbalYaw: -47.3,
    gimbalPitch: -90,
    cameraMake: 'DJI',
    cameraModel: 'FC3170',
    altitude: 2600,
  });
  expect(row.latitude).toBeCloseTo(4.7, 5);
  expect(row.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,}=*$/);
  expect(await sizesOf(id)).toEqual(row.presets);
  const small = await sharp(await ctx.storage.read(presetKey(id, 512))).metadata();
  expect(small).toMatchObject({ format: 'webp', width: 512, height: 384 });
  expect([small.exif, small.xmp]).toEqual([undefined, undefined]);
});

test('a submission without a date gets the local day of its first photo, and one with a date keeps it', async () => {
  const first = await arrived({ bytes: await flightPhoto() });
  await processStored(ctx, first.id, FIRST_TRY);
  expect((await submissionRow(first.submissionId)).recordedDate).toBe('2023-08-02');

  const second = await arrived({ bytes: await jpegPhoto({ ...(await options()), width: 300 }) });
  await ctx.db.as(SYSTEM, (tx) =>
    tx
      .updateTable('submissions')
      .set({ recordedDate: '2020-01-01' })
      .where('id', '=', second.submissionId)
      .execute(),
  );
  await processStored(ctx, second.id, FIRST_TRY);
  expect((await submissionRow(second.submissionId)).recordedDate).toBe('2020-01-01');
});

const options = async () => ({ exif: { IFD2: { DateTimeOriginal: '2023:08:02 10:00:00' } } });

test("camera time is local to the site when there's no offset or position", async () => {
  const { id } = await arrived({ bytes: await jpegPhoto({ ...(await options()), width: 310 }) });
  await processStored(ctx, id, FIRST_TRY);
  expect(await rowOf(id)).toMatchObject({
    capturedAt: new Date('2023-08-02T15:00:00Z'),
    timeZoneSource: 'site',
  });
});

test('people looking at the submission are notified when a file is ready', async () => {
  const events: unknown[] = [];
  const stop = ctx.live.onEvent((event) => events.push(event));
  const { id, submissionId } = await arrived({});
  await processStored(ctx, id, FIRST_TRY);
  await expect
    .poll(() => events)
    .toContainEqual({ type: 'file.changed', projectId, submissionId, fileId: id });
  stop();
});

const cutPhoto = (bytes: number) => async () => (await jpegPhoto()).subarray(0, bytes);

test.each([
  ['a truncated photo', cutPhoto(9000), 'FILE_DAMAGED', /^The image is damaged: /],
  ['a header without pixels', cutPhoto(300), 'FILE_DAMAGED', /^The image is damaged: /],
])('%s fails at once with a message, and its original stays', async (_what, make, code, words) => {
  const bytes = await make();
  const { id } = await arrived({ bytes });
  await processStored(ctx, id, FIRST_TRY);
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'failed', errorCode: code, presets: [] });
  expect(row.errorMessage).toMatch(words);
  expect(await ctx.storage.read(originalKey(id))).toEqual(bytes);
});

test('a full disk is retried, and the last attempt shows a message', async () => {
  const { id } = await arrived({});
  const full = {
    ...ctx,
    storage: { ...ctx.storage, put: () => Promise.reject(new AppError('STORAGE_FULL')) },
  };
  await expect(processStored(full, id, FIRST_TRY)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await rowOf(id)).toMatchObject({ state: 'processing' });
  await processStored(full, id, LAST_TRY);
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'failed', errorCode: 'STORAGE_FULL' });
  expect(row.errorMessage).toMatch(/^Storage is full\./);
});

test('an unexpected failure is retried, and internal errors are never shown', async () => {
  const { id } = await arrived({});
  const broken = {
    ...ctx,
    storage: { ...ctx.storage, put: () => Promise.reject(new Error('10.0.0.7 refused')) },
  };
  await expect(processStored(broken, id, FIRST_TRY)).rejects.toThrow('10.0.0.7');
  await processStored(broken, id, LAST_TRY);
  expect(await rowOf(id)).toMatchObject({
    state: 'failed',
    errorMessage: ERRORS.INTERNAL[1],
  });
});

test("a shutdown during the last attempt doesn't count", async () => {
  const { id } = await arrived({});
  const stopped = {
    ...ctx,
    storage: { ...ctx.storage, put: () => Promise.reject(new Error('stopped')) },
  };
  const run = { isLastTry: true, signal: AbortSignal.abort() };
  await expect(processStored(stopped, id, run)).rejects.toThrow('stopped');
  expect(await rowOf(id)).toMatchObject({ state: 'processing' });
});

test("a file that isn't being processed stays unchanged", async () => {
  const { id } = await arrived({});
  await processStored(ctx, id, FIRST_TRY);
  const before = await rowOf(id);
  await processStored(ctx, id, FIRST_TRY);
  expect(await rowOf(id)).toEqual(before);
});

test('a killed run is repeated with the same result', async () => {
  const bytes = await flightPhoto();
  const whole = await arrived({ bytes });
  await processStored(ctx, whole.id, FIRST_TRY);
  const once = await Promise.all(
    PRESETS.map((preset) => ctx.storage.read(presetKey(whole.id, preset))),
  );
  await ctx.db.as(SYSTEM, (tx) =>
    tx
      .updateTable('files')
      .set({ state: 'processing', presets: [], thumbhash: null })
      .where('id', '=', whole.id)
      .execute(),
  );
  await ctx.storage.put(presetKey(whole.id, 512), Buffer.from('half'));
  await processStored(ctx, whole.id, FIRST_TRY);
  const again = await Promise.all(
    PRESETS.map((preset) => ctx.storage.read(presetKey(whole.id, preset))),
  );
  expect(again).toEqual(once);
  expect(await rowOf(whole.id)).toMatchObject({ state: 'ready', presets: [...PRESETS] });
});

test('a file removed during processing leaves no bytes', async () => {
  const { id } = await arrived({});
  const removing = {
    ...ctx,
    storage: {
      ...ctx.storage,
      async put(key: string, bytes: Buffer) {
        await ctx.storage.put(key, bytes);
        await ctx.db.as(SYSTEM, (tx) => tx.deleteFrom('files').where('id', '=', id).execute());
      },
    },
  };
  await processStored(removing, id, FIRST_TRY);
  const { rows } = await ctx.db.pool.query<{ name: string }>(
    'select name from pgboss.job where data::text like $1',
    [`%${id}%`],
  );
  expect(rows).toEqual([{ name: 'remove-stored-files' }]);
});

test('a large video is converted for browsers and gets pictures of a frame', async () => {
  const bytes = await readFile(
    await writeVideo(join(folder, 'large.mov'), {
      size: '2704x1520',
      seconds: 1,
      output: [
        '-metadata',
        'location=+30.1712-098.0896/',
        '-metadata',
        'creation_time=2024-03-01T03:00:00Z',
      ],
    }),
  );
  const { id, submissionId } = await arrived({ bytes, kind: 'video', fileType: 'video/quicktime' });
  await processStored(ctx, id, FIRST_TRY);
  expect(await rowOf(id)).toMatchObject({
    state: 'ready',
    width: 2704,
    height: 1520,
    presets: [...PRESETS],
    capturedAt: new Date('2024-03-01T03:00:00Z'),
    latitude: 30.1712,
  });
  expect((await rowOf(id)).durationSeconds).toBeCloseTo(1, 1);
  expect((await submissionRow(submissionId)).recordedDate).toBe('2024-02-29');
  const played = await ctx.storage.withLocalFile(videoKey(id), probeVideo);
  expect(played).toMatchObject({ codec: 'avc', height: 1080, latitude: null });
  expect(await readdir(workFolder(ctx.config))).toEqual([]);
});

test('a video that browsers can play keeps its quality, in a copy without its position', async () => {
  const path = await writeVideo(join(folder, 'small.mov'), {
    sound: true,
    output: ['-metadata', 'location=+30.1712-098.0896/'],
  });
  const bytes = await readFile(path);
  const { id } = await arrived({ bytes, kind: 'video', fileType: 'video/mp4' });
  await processStored(ctx, id, FIRST_TRY);
  expect(await rowOf(id)).toMatchObject({ state: 'ready', presets: [256, 512], latitude: 30.1712 });
  const film = await ctx.storage.read(videoKey(id));
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
  expect(film.includes('+30.1712')).toBe(false);
  const frame = bytes.subarray(bytes.indexOf('mdat') + 2000, bytes.indexOf('mdat') + 2200);
  expect(film.includes(frame)).toBe(true);
});

test('a video is kept without ffmpeg, with the reason for missing pictures', async () => {
  const path = await writeVideo(join(folder, 'plain.mp4'), { rate: 25 });
  const { id } = await arrived({
    bytes: await readFile(path),
    kind: 'video',
    fileType: 'video/mp4',
  });
  vi.stubEnv('PATH', '/nonexistent');
  await processStored(ctx, id, FIRST_TRY);
  expect(await rowOf(id)).toMatchObject({
    state: 'ready',
    width: 320,
    presets: [],
    errorCode: 'FFMPEG_MISSING',
    errorMessage: ERRORS.FFMPEG_MISSING[1],
  });
  expect(await ctx.storage.size(videoKey(id))).toBeNull();
});

test('a truncated video fails with a message', async () => {
  const path = await writeVideo(join(folder, 'cut.mp4'), { seconds: 3 });
  const bytes = (await readFile(path)).subarray(0, 20_000);
  const { id } = await arrived({ bytes, kind: 'video', fileType: 'video/mp4' });
  await processStored(ctx, id, FIRST_TRY);
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'failed', errorCode: 'FILE_DAMAGED' });
  expect(row.errorMessage).toMatch(/^The video is damaged: /);
});

test('a truncated document fails with a message, and its original stays', async () => {
  const [bytes, fileType] = [Buffer.from('%PDF-'), 'application/pdf'];
  const { id } = await arrived({ bytes, kind: 'document', fileType });
  await processStored(ctx, id, FIRST_TRY);
  const errorMessage = 'The document is damaged: part of it is missing.';
  expect(await rowOf(id)).toMatchObject({
    state: 'failed',
    errorCode: 'FILE_DAMAGED',
    errorMessage,
  });
  expect(await ctx.storage.read(originalKey(id))).toEqual(bytes);
});

test('a map gets its size and a preview', async () => {
  const raw = { width: 700, height: 500, channels: 3 } as const;
  const bytes = await sharp(gradient(700, 500), { raw }).tiff().toBuffer();
  const { id } = await arrived({ bytes, kind: 'raster', fileType: 'image/tiff' });
  await processStored(ctx, id, FIRST_TRY);
  expect(await rowOf(id)).toMatchObject({
    state: 'ready',
    width: 700,
    height: 500,
    presets: [256, 512, 768],
  });
});

test('the worker processes files from the queue', async () => {
  const worker = await openSite();
  const company = await makeCompany(worker.ctx);
  const project = await makeProject(worker.ctx, company.id);
  const submission = await makeSubmission(worker.ctx, project.id);
  const files = [];
  for (let n = 0; n < 3; n++)
    files.push(await makeFile(worker.ctx, submission, { state: 'processing' }));
  await resumeProcessing(worker.ctx);
  await registerFileJobs(worker.ctx);
  const states = () =>
    worker.ctx.db.as(SYSTEM, (tx) => tx.selectFrom('files').select('state').execute());
  await expect.poll(states, { timeout: 15_000 }).toEqual(files.map(() => ({ state: 'ready' })));
  await worker.close();
});

test('an abandoned file gets one job', async () => {
  const { id } = await arrived({});
  expect(await jobsFor(id)).toHaveLength(0);
  await resumeProcessing(ctx);
  await resumeProcessing(ctx);
  expect(await jobsFor(id)).toHaveLength(1);
});

test('a file that always crashes its process fails with a message', async () => {
  const { id } = await arrived({});
  await resumeProcessing(ctx);
  await ctx.db.pool.query("update pgboss.job set state = 'failed' where data->>'fileId' = $1", [
    id,
  ]);
  await resumeProcessing(ctx);
  expect(await rowOf(id)).toMatchObject({
    state: 'failed',
    errorMessage: 'This file could not be processed after several attempts. Please try again.',
  });
});

test('leftovers of a killed conversion are removed, and files in use are kept', async () => {
  const { id } = await arrived({});
  const [needed, left] = [runFolderName(id), runFolderName(randomUUID())];
  for (const name of [needed, left]) {
    await mkdir(join(workFolder(ctx.config), name), { recursive: true });
    await writeFile(join(workFolder(ctx.config), name, 'video.mp4'), 'half');
  }
  await resumeProcessing(ctx);
  expect(await readdir(workFolder(ctx.config))).toEqual([needed]);
});
