import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import {
  joinTracks,
  setCreationTime,
  showOnly,
  turnClockwise,
  writeVideo,
} from '#test/fixtures/videos.ts';
import { probeVideo } from './video.ts';

const folder = temporaryFolder();
const TAKEN = ['-metadata', 'creation_time=2025-03-31T16:39:00Z'];
const PLACED = ['-metadata', 'location=+30.1712-098.0896+044.000/'];

describe("a video's facts", () => {
  it('are read from an MP4', async () => {
    const path = await writeVideo(folder.path('a.mp4'), { rate: 25, output: TAKEN });
    expect(await probeVideo(path)).toEqual({
      width: 320,
      height: 180,
      rotation: 0,
      seconds: 2,
      codec: 'avc',
      fps: 25,
      headerTime: new Date('2025-03-31T16:39:00Z'),
      clock: null,
      latitude: null,
      longitude: null,
      streams: { video: 'i:1', audio: null },
      startsAt: 0,
      hasTail: false,
    });
  });

  it.each(['mov', 'mkv', 'mp4'])('include the position in %s', async (extension) => {
    const path = await writeVideo(folder.path(`placed.${extension}`), { output: PLACED });
    const { latitude, longitude } = await probeVideo(path);
    expect(latitude).toBeCloseTo(30.1712, 4);
    expect(longitude).toBeCloseTo(-98.0896, 4);
  });

  it('count the seconds of a transport stream from its first frame', async () => {
    const { seconds } = await probeVideo(await writeVideo(folder.path('a.ts')));
    expect(seconds).toBeGreaterThan(1.9);
    expect(seconds).toBeLessThan(2.2);
  });

  it('have the size as shown for a rotated video', async () => {
    const path = await writeVideo(folder.path('turned.mp4'));
    await turnClockwise(path);
    expect(await probeVideo(path)).toMatchObject({ width: 180, height: 320, rotation: 90 });
  });

  it('have no date if the camera clock was never set', async () => {
    const path = await writeVideo(folder.path('undated.mp4'));
    expect((await probeVideo(path)).headerTime).toBeNull();
  });

  it.each([0n, 2_082_844_800n, 8_000_000_000n, 0xffff_ffff_ffff_ffffn])(
    'have no date if the clock shows %i seconds',
    async (seconds) => {
      const path = await writeVideo(folder.path('far.mp4'));
      await setCreationTime(path, seconds);
      expect((await probeVideo(path)).headerTime).toBeNull();
    },
  );

  it('have the time from a phone with its offset', async () => {
    const tag = ['-movflags', 'use_metadata_tags', '-metadata'];
    const dated = (name: string, time: string) =>
      writeVideo(folder.path(name), {
        output: [...TAKEN, ...tag, `com.apple.quicktime.creationdate=${time}`],
      });
    const clocks = ['2025-03-31T11:39:00-0500', '2025-03-31T11:39:00'].map(async (time, index) => {
      return (await probeVideo(await dated(`phone${index}.mov`, time))).clock;
    });
    expect(await Promise.all(clocks)).toEqual([
      { local: '2025-03-31T11:39:00', offset: -300 },
      null,
    ]);
  });

  it("use the track's date if the file has none", async () => {
    const path = await writeVideo(folder.path('track-date.mp4'), { output: TAKEN });
    const bytes = await readFile(path);
    bytes.writeUInt32BE(0, bytes.indexOf('mvhd', 0, 'latin1') + 8);
    const undated = await folder.write('track-date-only.mp4', bytes);
    expect((await probeVideo(undated)).headerTime).toEqual(new Date('2025-03-31T16:39:00Z'));
  });
});

describe("a video's length", () => {
  const picture = () => writeVideo(folder.path('picture.mp4'), { seconds: 2 });
  const sound = (seconds: number) =>
    writeVideo(folder.path(`sound-${seconds}.m4a`), {
      seconds,
      sound: true,
      output: ['-map', '1:a'],
    });

  it('ignores longer sound', async () => {
    const files = [{ path: await picture() }, { path: await sound(2) }, { path: await sound(6) }];
    const second = await joinTracks(folder.path('second.mp4'), files);
    expect(await probeVideo(second)).toMatchObject({ seconds: 2, hasTail: false });
    const longer = await joinTracks(
      folder.path('longer.mp4'),
      files.filter((_, index) => index !== 1),
    );
    expect(await probeVideo(longer)).toMatchObject({ seconds: 2, hasTail: true });
  });

  it('counts from the first picture if it starts late', async () => {
    const late = { path: await picture(), input: ['-itsoffset', '1.5'] };
    const path = await joinTracks(folder.path('late.mp4'), [late, { path: await sound(4) }]);
    expect(await probeVideo(path)).toMatchObject({ seconds: 2, startsAt: 1.5 });
  });

  it('follows the edit list', async () => {
    const path = await picture();
    await showOnly(path, 1);
    expect(await probeVideo(path)).toMatchObject({ seconds: 1, hasTail: true });
  });
});

describe('a file that is not a video', () => {
  it('is damaged if its index is missing', async () => {
    const whole = await readFile(await writeVideo(folder.path('whole.mp4')));
    const path = await folder.write('cut.mp4', whole.subarray(0, whole.length / 2));
    await expect(probeVideo(path)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: 'The video is damaged: part of it is missing.',
    });
  });

  it.each([
    ['empty', '', 'FILE_EMPTY'],
    ['plain text', 'hello', 'FILE_TYPE_NOT_SUPPORTED'],
  ])('is refused if it is %s', async (name, content, code) => {
    const path = await folder.write(`${name}.mp4`, content);
    await expect(probeVideo(path)).rejects.toMatchObject({ code });
  });

  it('is refused if it has only sound', async () => {
    const path = await writeVideo(folder.path('sound.mp4'), {
      sound: true,
      output: ['-map', '1:a'],
    });
    await expect(probeVideo(path)).rejects.toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message: 'This video has no video track.',
    });
  });
});
