import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { setCreationTime, turnClockwise, writeVideo } from '#test/fixtures/videos.ts';
import { probeVideo } from './video.ts';

const folder = temporaryFolder();
const TAKEN = ['-metadata', 'creation_time=2025-03-31T16:39:00Z'];
const PLACED = ['-metadata', 'location=+30.1712-098.0896+044.000/'];

describe('what a video is', () => {
  it('is read from an MP4', async () => {
    const path = await writeVideo(folder.path('a.mp4'), { rate: 25, output: TAKEN });
    expect(await probeVideo(path)).toEqual({
      width: 320,
      height: 180,
      rotation: 0,
      seconds: 2,
      codec: 'avc',
      fps: 25,
      capturedAt: new Date('2025-03-31T16:39:00Z'),
      latitude: null,
      longitude: null,
    });
  });

  it.each(['mov', 'mkv', 'mp4'])('has the place that %s keeps', async (extension) => {
    const path = await writeVideo(folder.path(`placed.${extension}`), { output: PLACED });
    const { latitude, longitude } = await probeVideo(path);
    expect(latitude).toBeCloseTo(30.1712, 4);
    expect(longitude).toBeCloseTo(-98.0896, 4);
  });

  it('counts the seconds of a transport stream from its first frame', async () => {
    const { seconds } = await probeVideo(await writeVideo(folder.path('a.ts')));
    expect(seconds).toBeGreaterThan(1.9);
    expect(seconds).toBeLessThan(2.2);
  });

  it('has the size as shown when the film is turned', async () => {
    const path = await writeVideo(folder.path('turned.mp4'));
    await turnClockwise(path);
    expect(await probeVideo(path)).toMatchObject({ width: 180, height: 320, rotation: 90 });
  });

  it('has no date when the camera clock was never set', async () => {
    const path = await writeVideo(folder.path('undated.mp4'));
    expect((await probeVideo(path)).capturedAt).toBeNull();
  });

  it.each([8_000_000_000n, 0xffff_ffff_ffff_ffffn])(
    'has no date when its clock counts %i seconds',
    async (seconds) => {
      const path = await writeVideo(folder.path('far.mp4'));
      await setCreationTime(path, seconds);
      expect((await probeVideo(path)).capturedAt).toBeNull();
    },
  );
});

describe('what is no video', () => {
  it('is refused as damaged when its index is missing', async () => {
    const whole = await readFile(await writeVideo(folder.path('whole.mp4')));
    const path = await folder.write('cut.mp4', whole.subarray(0, whole.length / 2));
    await expect(probeVideo(path)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: 'The video is damaged: part of it is missing.',
    });
  });

  it.each([
    ['empty', '', 'FILE_EMPTY'],
    ['a text', 'hello', 'FILE_TYPE_NOT_SUPPORTED'],
  ])('is refused when it is %s', async (name, content, code) => {
    const path = await folder.write(`${name}.mp4`, content);
    await expect(probeVideo(path)).rejects.toMatchObject({ code });
  });

  it('is refused when there is only sound', async () => {
    const path = await writeVideo(folder.path('sound.mp4'), {
      sound: true,
      output: ['-map', '1:a'],
    });
    await expect(probeVideo(path)).rejects.toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message: 'This video has no picture.',
    });
  });
});
