import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { createDecoder, type Decoder } from './decoder.ts';

/** Processes take a long time to start and end on a busy machine. */
const PATIENT = { timeout: 25_000 };

const folder = temporaryFolder();
let decoder: Decoder;

afterEach(() => decoder.close());

function open(...bounds: Parameters<typeof createDecoder>): Decoder {
  return (decoder = createDecoder(...bounds));
}

const photo = async (size = {}) => folder.write('photo.jpg', await jpegPhoto(size));
const makeSizes = async (path: string) => decoder.makeSizes(path, folder.path('.'));
const processes = () =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'decode.ts'])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number);

test('sizes are made in a separate process, which ends when idle', async () => {
  open({ idleMs: 200 });
  const made = await makeSizes(await photo({ width: 600, height: 400 }));
  expect(made).toMatchObject({ width: 600, height: 400 });
  expect(made.presets.map(({ preset }) => existsSync(made.fileOf(preset)))).toEqual([
    true,
    true,
    true,
  ]);
  await expect.poll(processes, PATIENT).toEqual([]);
});

test('an error in a picture is passed on unchanged, and the next picture works', async () => {
  open();
  const path = await photo();
  const text = await folder.write('text.jpg', 'hello');
  await expect(decoder.readHeader(text)).rejects.toMatchObject({
    code: 'FILE_TYPE_NOT_SUPPORTED',
    message: 'Images of this type cannot be displayed.',
  });
  const cut = await folder.write('cut.jpg', (await jpegPhoto()).subarray(0, -300));
  await expect(makeSizes(cut)).rejects.toMatchObject({
    code: 'FILE_DAMAGED',
    cause: { message: expect.stringMatching(/^VipsJpeg/) },
  });
  expect(await decoder.readHeader(path)).toMatchObject({ format: 'jpeg' });
});

test('file types and videos are read in that process, too', async () => {
  open();
  expect(await decoder.readType(await photo())).toMatchObject({ mime: 'image/jpeg' });
  const path = await writeVideo(folder.path('a.mp4'), { seconds: 1, rate: 10 });
  expect(await decoder.readVideo(path)).toMatchObject({ info: { width: 320 }, isPlayed: true });
});

describe('bounds', () => {
  test('a picture that must be decoded whole is refused by its size in memory', async () => {
    open({ bytes: 1e6 });
    const blank = sharp({ create: { width: 800, height: 800, channels: 3, background: '#123' } });
    const png = await blank.clone().png({ progressive: true }).toBuffer();
    await expect(makeSizes(await folder.write('a.png', png))).rejects.toMatchObject({
      code: 'PICTURE_TOO_LARGE',
      message: 'Showing this picture takes 1.84 MB of memory. This server allows 976.56 KB.',
    });
    const strips = await blank.png().toBuffer();
    expect(await makeSizes(await folder.write('b.png', strips))).toMatchObject({ width: 800 });
  });

  test('a picture whose process was killed is retried once', async () => {
    open();
    const made = makeSizes(await photo());
    await expect.poll(processes, PATIENT).toHaveLength(1);
    for (const pid of processes()) process.kill(pid, 'SIGKILL');
    expect(await made).toMatchObject({ width: 640 });
  });

  test('a picture that needs more memory is retried in a fresh process', async () => {
    open({ bytes: 1e6, idleMs: 60_000 });
    const size = { width: 12_000, height: 12_000, channels: 3 as const };
    const blank = sharp({ create: { ...size, background: '#123' } });
    const large = await folder.write('a.webp', await blank.webp({ effort: 0 }).toBuffer());
    await makeSizes(await photo());
    const before = processes();
    await expect(makeSizes(large)).rejects.toMatchObject({
      code: 'PICTURE_TOO_LARGE',
      message: 'This picture is too large for this server to show.',
    });
    expect(processes().filter((pid) => before.includes(pid))).toEqual([]);
  });

  // With less memory than Node needs to start.
  test("a picture that kills its process twice fails without using up others' turns", async () => {
    open({ bytes: -800e6 });
    const path = await photo();
    const refused = Array.from({ length: 3 }, () =>
      makeSizes(path).catch((error: unknown) => error),
    );
    for (const error of await Promise.all(refused)) {
      expect(error).toMatchObject({
        code: 'PICTURE_STOPPED',
        message: 'This picture is too large for this server to show.',
      });
    }
  });

  test('a video whose index kills the process is too large', async () => {
    open({ bytes: -800e6 });
    const path = await writeVideo(folder.path('a.mp4'), { seconds: 1, rate: 10 });
    await expect(decoder.readVideo(path)).rejects.toMatchObject({
      code: 'VIDEO_TOO_LARGE',
      message: ERRORS.VIDEO_TOO_LARGE[1],
    });
  });

  test('a picture that takes too long fails', async () => {
    open({ seconds: 0.05 });
    await expect(makeSizes(await photo())).rejects.toMatchObject({
      code: 'PICTURE_STOPPED',
      message: 'This picture takes too long to process on this server.',
    });
  });
});
