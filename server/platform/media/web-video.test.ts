import { truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { turnClockwise, writeVideo, type VideoOptions } from '#test/fixtures/videos.ts';
import { readVideo } from './video.ts';

const folder = temporaryFolder();

async function plays(name: string, options: VideoOptions, bytes?: number) {
  const path = await writeVideo(folder.path(name), { seconds: 1, rate: 10, ...options });
  // Zeros after the video make the file larger without changing the video.
  if (bytes) await truncate(path, bytes);
  return (await readVideo(path)).isPlayed;
}

test('an H.264 video up to 1080p is played as it is', async () => {
  expect(await plays('small.mp4', {})).toBe(true);
  expect(await plays('upright.mov', { size: '180x320' })).toBe(true);
});

test('larger, heavier, 10-bit, HDR or rotated videos and other codecs are converted', async () => {
  expect(await plays('large.mp4', { size: '1920x1200' })).toBe(false);
  expect(await plays('heavy.mp4', {}, 2_000_000)).toBe(false);
  expect(await plays('old.mp4', { output: ['-c:v', 'mpeg4'] })).toBe(false);
  expect(await plays('deep.mp4', { output: ['-pix_fmt', 'yuv420p10le'] })).toBe(false);
  const path = await writeVideo(folder.path('turned.mp4'));
  await turnClockwise(path);
  expect((await readVideo(path)).isPlayed).toBe(false);
  const hdr = await writeVideo(folder.path('hdr.mp4'), { output: HDR });
  expect(await readVideo(hdr)).toMatchObject({ isPlayed: false, isHdr: true });
});

const HDR = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc'.split(' ');
