import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { joinTracks, writeVideo } from '#test/fixtures/videos.ts';
import { posterFrame, transcode, type VideoSource } from './transcode.ts';
import { probeVideo } from './video.ts';

const folder = temporaryFolder();
const MJPEG = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'];

/** The 2-second video next to tracks that aren't shown. */
const files: Record<string, { path: string }> = {};
beforeAll(async () => {
  const write = async (name: string, options: Parameters<typeof writeVideo>[1]) => {
    files[name] = { path: await writeVideo(folder.path(`${name}.mov`), options) };
  };
  await write('video', { size: '320x180', sound: true });
  await write('preview', { size: '160x90', seconds: 5 });
  await write('cover', { size: '640x480', rate: 1, seconds: 1, output: MJPEG });
  await write('thumbnails', { size: '640x480', rate: 5, output: MJPEG });
});
const take = (names: string) => names.split(' ').map((name) => files[name] ?? { path: '' });

test.each([
  ['a marked cover', 'cover video', 'mp4', ['-disposition:v:0', 'attached_pic']],
  ['a cover as a track', 'cover video', 'mp4', []],
  ['a cover as a track', 'cover video', 'mov', []],
  ['a cover as a track', 'cover video', 'mkv', []],
  ['a smaller video', 'preview video', 'mp4', []],
  ['a smaller video', 'preview video', 'mkv', []],
  ['a smaller video', 'preview video', 'ts', []],
  ['a smaller video', 'preview video', 'avi', []],
  ['moving thumbnails and others', 'thumbnails preview cover video', 'mov', []],
])('the video is shown after %s (%s.%s)', async (_what, names, extension, output) => {
  const path = await joinTracks(folder.path(`joined.${extension}`), take(names), output);
  // Only ffmpeg can open an AVI, and it chooses the streams.
  const source: VideoSource = extension === 'avi' ? {} : await probeVideo(path);
  const [picture, film] = [folder.path('joined.jpg'), folder.path('joined-web.mp4')];
  await posterFrame(path, picture, { source });
  expect(source.seconds ?? 2).toBeCloseTo(2, 1);
  expect(await sharp(picture).metadata()).toMatchObject({ width: 320, height: 180 });
  const made = await transcode(path, film, source, { picture: 'copy' });
  expect(made).toMatchObject({ width: 320, height: 180, streams: { audio: 'i:2' } });
  expect(made.seconds).toBeCloseTo(2, 1);
});

test('a file with only still pictures shows one of them', async () => {
  const path = await joinTracks(folder.path('still.mov'), take('cover'));
  expect(await probeVideo(path)).toMatchObject({ width: 640, height: 480 });
});
