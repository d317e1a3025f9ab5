import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { AppError, ERRORS } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeFile } from '#test/factories.ts';
import { pngHeaderOnly, tiffOf } from '#test/fixtures/photos.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from './process.ts';
import { publishedFiles } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const site = runSite();
const folder = temporaryFolder();
let week: Awaited<ReturnType<typeof makeOwnedWeek>>;
beforeAll(async () => {
  week = await makeOwnedWeek(site.ctx);
});

type Kind = 'photo' | 'raster' | 'video';

async function processed(kind: Kind, bytes: Buffer, ctx: Context = site.ctx) {
  const { id } = await makeFile(ctx, week.submission, { state: 'processing', kind, bytes });
  await processStored(ctx, id, { isLastTry: false, signal: new AbortController().signal });
  const files = await publishedFiles(ctx, SYSTEM, { submissionId: week.submission.id });
  return files.find((file) => file.id === id);
}

async function filmOfUnknownCodec() {
  const bytes = await readFile(await writeVideo(folder.path('odd.mp4')));
  bytes.write('zzz1', bytes.indexOf('avc1', bytes.indexOf('stsd')), 'latin1');
  return bytes;
}

const UNSEEN: [kind: Kind, width: number, message: RegExp, make: () => Buffer | Promise<Buffer>][] =
  [
    ['photo', 20_000, /^This image has 280 megapixels/, () => pngHeaderOnly(20_000, 14_000)],
    [
      'raster',
      16,
      /^This TIFF is compressed with LERC, which can't be shown\.$/,
      () => tiffOf(34_887),
    ],
    [
      'photo',
      16,
      /^This TIFF is compressed with ZSTD, which can't be shown\.$/,
      () => tiffOf(50_000),
    ],
    ['video', 320, /^The codec of this video is not supported\.$/, filmOfUnknownCodec],
  ];

test.each(UNSEEN)(
  "a %s %i wide that can't be shown is still downloadable, with a reason",
  async (kind, width, message, make) => {
    const bytes = await make();
    const file = await processed(kind, bytes);
    expect(file).toMatchObject({ presets: [], width });
    expect(file?.errorMessage).toMatch(message);
    expect(await site.ctx.storage.read(originalKey(file?.id ?? randomUUID()))).toEqual(bytes);
  },
);

test('a video whose conversion times out keeps a picture of a frame', async () => {
  const bytes = await readFile(await writeVideo(folder.path('slow.mov'), { size: '640x362' }));
  const { decoder } = site.ctx;
  const readVideo = (path: string) =>
    path.endsWith('video.mp4')
      ? Promise.reject(new AppError('VIDEO_TIMED_OUT'))
      : decoder.readVideo(path);
  const late = { ...site.ctx, decoder: { ...decoder, readVideo } };
  expect(await processed('video', bytes, late)).toMatchObject({
    presets: [256, 512, 768],
    errorMessage: ERRORS.VIDEO_TIMED_OUT[1],
  });
});
