import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo, type VideoOptions } from '#test/fixtures/videos.ts';
import { probeVideo } from './video.ts';
import { isWebVideo } from './web-video.ts';

const folder = temporaryFolder();

async function plays(name: string, options: VideoOptions, bytes = 100_000) {
  const path = await writeVideo(folder.path(name), { seconds: 1, rate: 10, ...options });
  return isWebVideo(path, await probeVideo(path), bytes);
}

test('a light H.264 film of at most 1080 lines is played as it is', async () => {
  expect(await plays('small.mp4', {})).toBe(true);
  expect(await plays('upright.mov', { size: '180x320' })).toBe(true);
});

test('more lines, more bits, another codec or ten bits are not', async () => {
  expect(await plays('large.mp4', { size: '1920x1200' })).toBe(false);
  expect(await plays('heavy.mp4', {}, 2_000_000)).toBe(false);
  expect(await plays('old.mp4', { output: ['-c:v', 'mpeg4'] })).toBe(false);
  expect(await plays('deep.mp4', { output: ['-pix_fmt', 'yuv420p10le'] })).toBe(false);
});
