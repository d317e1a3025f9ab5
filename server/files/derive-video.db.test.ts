import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { probeVideo } from '#server/platform/media/video.ts';
import { presetKey, videoKey } from '#server/platform/storage/storage.ts';
import { makeFile, makePerson } from '#test/factories.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { joinTracks, writeVideo } from '#test/fixtures/videos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from './process.ts';

const site = runSite();
const folder = temporaryFolder();
const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
let week: Awaited<ReturnType<typeof makeOwnedWeek>>;
beforeAll(async () => {
  week = await makeOwnedWeek(site.ctx);
});

async function derive(bytes: Buffer) {
  const video = { kind: 'video', fileType: 'video/mp4', state: 'processing', bytes } as const;
  const { id } = await makeFile(site.ctx, week.submission, video);
  await processStored(site.ctx, id, FIRST_TRY);
  const film = await site.ctx.storage.withLocalFile(videoKey(id), probeVideo);
  const { files } = await site.as(week.owner).files.listPublished({
    submissionId: week.submission.id,
  });
  return { id, film, file: files.find((file) => file.id === id) };
}
const pictureOf = async (id: string, version: number) =>
  sharp(await site.ctx.storage.read(presetKey(id, 256, version))).stats();

test('metadata, playback file and pictures come from the video, not from a cover image before it', async () => {
  const cover = await writeVideo(folder.path('cover.mov'), {
    source: 'color=c=red',
    rate: 1,
    seconds: 1,
    size: '640x480',
    output: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
  });
  const video = await writeVideo(folder.path('video.mov'), { source: 'color=c=blue', seconds: 4 });
  const joined = await joinTracks(folder.path('joined.mp4'), [{ path: cover }, { path: video }]);
  const { id, film, file } = await derive(await readFile(joined));
  const size = { width: 320, height: 180 };
  expect(file).toMatchObject({ ...size, durationSeconds: 4, errorMessage: null });
  expect(film).toMatchObject({ ...size, seconds: 4 });
  const manager = await makePerson(site.ctx, 'project_manager');
  const first = await pictureOf(id, 0);
  await site.as(manager).files.setPoster({ id, seconds: 3 });
  await processStored(site.ctx, id, FIRST_TRY);
  for (const { dominant } of [first, await pictureOf(id, 1)])
    expect(dominant.b).toBeGreaterThan(dominant.r);
});

test('a video and its playback file take the display width from the track header', async () => {
  const bytes = await readFile(await writeVideo(folder.path('stretched.mp4')));
  bytes.write('free', bytes.indexOf('pasp'));
  // Set the display width (ISO/IEC 14496-12, 8.3.2).
  bytes.writeUInt32BE(426 << 16, bytes.indexOf('tkhd') + 80);
  const { film, file } = await derive(bytes);
  expect(file).toMatchObject({ width: 426, height: 180 });
  expect(film).toMatchObject({ width: 426, height: 180 });
});
