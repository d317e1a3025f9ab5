import { chmod, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import {
  joinTracks,
  setMatrix,
  showOnly,
  turnClockwise,
  writeVideo,
} from '#test/fixtures/videos.ts';
import { posterFrame, transcode } from './transcode.ts';
import { probeVideo, readVideo } from './video.ts';

const folder = temporaryFolder();
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The difference between two evenly colored pictures, 0 to 255. */
async function colorDifference(path: string, other: string | readonly number[]): Promise<number> {
  const color = async (of: string) => (await sharp(of).stats()).channels.map(({ mean }) => mean);
  const expected = typeof other === 'string' ? await color(other) : other;
  return Math.max(...(await color(path)).map((mean, at) => Math.abs(mean - (expected[at] ?? 0))));
}

const TAGS = [
  'location=+30.1712-098.0896+044.000/',
  'creation_time=2025-03-31T16:39:00Z',
  'comment=SECRET',
];

const HEVC = '-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le -tag:v hvc1'.split(' ');

/** A stand-in for ffmpeg that fails in a given way. */
async function program(name: string, script: string): Promise<string> {
  const path = await folder.write(name, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('transcode', () => {
  it('makes a progressive 1080p H.264 video with its index at the start', async () => {
    const path = await writeVideo(folder.path('4k.mov'), {
      size: '2560x1440',
      seconds: 1,
      sound: true,
    });
    const out = folder.path('4k.mp4');
    const info = await transcode(path, out, await probeVideo(path));
    expect(info).toMatchObject({ width: 1920, height: 1080, codec: 'avc', fps: 30 });
    expect(info).toEqual(await probeVideo(out));
    const bytes = await readFile(out);
    expect(bytes.indexOf('moov', 0, 'latin1')).toBeLessThan(bytes.indexOf('mdat', 0, 'latin1'));
    expect(bytes.includes('mp4a')).toBe(true);
  });

  it('removes the location, date and tags of the source', async () => {
    const path = await writeVideo(folder.path('tagged.mov'), {
      output: TAGS.flatMap((tag) => ['-metadata', tag]).concat('-timecode', '01:00:00:00'),
    });
    const source = await probeVideo(path);
    expect(source).toMatchObject({
      latitude: 30.1712,
      headerTime: new Date('2025-03-31T16:39:00Z'),
    });
    const out = folder.path('tagged.mp4');
    expect(await transcode(path, out, source)).toMatchObject({ latitude: null, headerTime: null });
    const bytes = await readFile(out);
    for (const trace of ['30.1712', 'SECRET', 'loci', '©xyz', 'tmcd']) {
      expect(bytes.includes(Buffer.from(trace, 'latin1'))).toBe(false);
    }
  });

  it('turns the video upright and limits its shorter side', async () => {
    const path = await writeVideo(folder.path('portrait.mp4'), {
      size: '1441x1201',
      seconds: 0.4,
      output: ['-pix_fmt', 'yuv444p'],
    });
    await turnClockwise(path);
    const info = await transcode(path, folder.path('upright.mp4'), await probeVideo(path));
    expect(info).toMatchObject({ width: 1080, height: 1296, rotation: 0 });
  });

  it.each(['smpte2084', 'arib-std-b67'])(
    'converts an HDR video (%s) and its poster to SDR',
    async (curve) => {
      const hdr = `-color_primaries bt2020 -color_trc ${curve} -colorspace bt2020nc`.split(' ');
      const source = 'color=c=0xC83C28';
      const path = await writeVideo(folder.path('hdr.mp4'), { source, seconds: 0.4, output: hdr });
      const { info, isHdr } = await readVideo(path);
      expect(isHdr).toBe(true);
      const out = folder.path('hdr-out.mp4');
      await transcode(path, out, info, { isHdr });
      expect((await readVideo(out)).isHdr).toBe(false);
      const [ofFilm, poster] = [folder.path('hdr-film.jpg'), folder.path('hdr-poster.jpg')];
      await posterFrame(out, ofFilm, { at: 0 });
      await posterFrame(path, poster, { at: 0, isHdr, source: info });
      expect(await colorDifference(poster, ofFilm)).toBeLessThan(4);
      await posterFrame(path, poster, { at: 0, source: info });
      expect(await colorDifference(poster, ofFilm)).toBeGreaterThan(12);
    },
  );

  it.each<[string, [number, number, number, number] | null, object]>([
    ['3/4', null, { width: 320, height: 240 }],
    ['4/3', [0, 1, -1, 0], { width: 180, height: 426 }],
    ['4/3', [-1, 0, 0, 1], { width: 426, height: 180 }],
  ])(
    'makes pixels square if those of the original are %s and the matrix is %j',
    async (ratio, matrix, size) => {
      const path = await writeVideo(folder.path('stretched.mp4'), {
        seconds: 0.4,
        output: ['-vf', `setsar=${ratio}`],
      });
      if (matrix) await setMatrix(path, matrix);
      const { info, isPlayed } = await readVideo(path);
      expect(isPlayed).toBe(false);
      const out = folder.path('square.mp4');
      expect(await transcode(path, out, info)).toMatchObject({ ...size, rotation: 0 });
      expect((await readVideo(out)).isPlayed).toBe(true);
    },
  );

  it.each(['encode', 'copy'] as const)(
    'starts with the first picture and ends with the last one shown (%s)',
    async (picture) => {
      const path = await writeVideo(folder.path('shown.mp4'));
      const sound = await writeVideo(folder.path('sound.m4a'), {
        seconds: 6,
        sound: true,
        output: ['-map', '1:a'],
      });
      const late = await joinTracks(folder.path('late.mp4'), [
        { path, input: ['-itsoffset', '1.5'] },
        { path: sound },
      ]);
      const out = folder.path('shown-out.mp4');
      const made = await transcode(late, out, await probeVideo(late), { picture });
      expect(made).toMatchObject({ startsAt: 0, hasTail: false });
      expect(made.seconds).toBeCloseTo(2, 1);
      await showOnly(path, 1);
      const short = await transcode(path, out, await probeVideo(path), { picture });
      expect(short).toMatchObject({ seconds: 1, hasTail: false });
    },
  );

  it('converts 10-bit HEVC with a variable frame rate to a playable video with sound', async () => {
    const path = await writeVideo(folder.path('hevc.mov'), {
      sound: true,
      output: HEVC.concat('-vf', "select='lt(n,20)+not(mod(n,5))'", '-fps_mode', 'vfr'),
    });
    const { info, isPlayed } = await readVideo(path);
    expect([info.codec, isPlayed]).toEqual(['hevc', false]);
    const out = folder.path('hevc-out.mp4');
    await transcode(path, out, info);
    const made = await readVideo(out);
    expect([made.info.codec, made.isPlayed]).toEqual(['avc', true]);
    expect(Math.abs(made.info.seconds - info.seconds)).toBeLessThan(0.1);
    expect((await readFile(out)).includes('mp4a')).toBe(true);
  });

  it('does not enlarge, and rounds odd sizes to even ones', async () => {
    const path = await writeVideo(folder.path('odd.mp4'), {
      size: '321x181',
      seconds: 0.4,
      output: ['-pix_fmt', 'yuv444p'],
    });
    const info = await transcode(path, folder.path('even.mp4'), await probeVideo(path));
    expect(info).toMatchObject({ width: 320, height: 180 });
  });

  it('reports increasing progress', async () => {
    const path = await writeVideo(folder.path('long.mp4'), { size: '1280x720', seconds: 6 });
    const steps: number[] = [];
    await transcode(path, folder.path('long-out.mp4'), await probeVideo(path), {
      onProgress: (fraction) => steps.push(fraction),
    });
    expect(steps.length).toBeGreaterThan(0);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBeGreaterThan(0.9);
    expect(steps.at(-1)).toBeLessThanOrEqual(1);
  });

  it('refuses a truncated video', async () => {
    const whole = await writeVideo(folder.path('front.mp4'), {
      seconds: 6,
      output: ['-movflags', '+faststart'],
    });
    const source = await probeVideo(whole);
    const bytes = await readFile(whole);
    const path = await folder.write('cut.mp4', bytes.subarray(0, bytes.length / 2));
    const out = folder.path('cut-out.mp4');
    await expect(transcode(path, out, source)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringMatching(
        /^The video is damaged: only \d of 6 seconds can be read\.$/,
      ) as string,
    });
    expect(await exists(out)).toBe(false);
  });

  it('does not read files named in a playlist', async () => {
    await writeVideo(folder.path('private.mp4'));
    const list = await folder.write('list.mp4', 'ffconcat version 1.0\nfile private.mp4\n');
    await expect(transcode(list, folder.path('theft.mp4'), { seconds: 2 })).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
    });
  });
});

describe('when ffmpeg fails', () => {
  const attempt = (ffmpeg: string, more = {}) =>
    transcode('in.mp4', folder.path('failed.mp4'), { seconds: 1 }, { ffmpeg, ...more });

  it('reports that it is not installed', async () => {
    await expect(attempt(folder.path('no-such-program'))).rejects.toMatchObject({
      code: 'FFMPEG_MISSING',
      message: ERRORS.FFMPEG_MISSING[1],
    });
  });

  it('stops it after the time limit', async () => {
    const ffmpeg = await program('hangs', 'exec sleep 60');
    await expect(attempt(ffmpeg, { limitSeconds: 0.2 })).rejects.toMatchObject({
      code: 'VIDEO_TIMED_OUT',
    });
  });

  it('stops it when aborted', async () => {
    const ffmpeg = await program('hangs-too', 'exec sleep 60');
    const stop = new AbortController();
    const running = attempt(ffmpeg, { signal: stop.signal });
    stop.abort(new Error('shutting down'));
    await expect(running).rejects.toThrow('shutting down');
    await expect(attempt(ffmpeg, { signal: stop.signal })).rejects.toThrow('shutting down');
  });

  it('reports a full disk', async () => {
    const ffmpeg = await program('full', 'echo "av_write: No space left on device" >&2; exit 228');
    await expect(attempt(ffmpeg)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('retries a killed video once, then gives up', async () => {
    const ffmpeg = await program('killed', `echo once >>${folder.path('tries')}; kill -9 $$`);
    await expect(attempt(ffmpeg)).rejects.toMatchObject({ code: 'VIDEO_TOO_LARGE' });
    expect(await readFile(folder.path('tries'), 'utf8')).toBe('once\nonce\n');
  });

  it("runs without the server's environment, with limited memory, and is killed first", async () => {
    const output = folder.path('output');
    const ffmpeg = await program(
      'prints',
      `{ env; ulimit -d; cat /proc/self/oom_score_adj; } >${output}; exit 1`,
    );
    await attempt(ffmpeg, { bytes: 300 * 1024 ** 2 }).catch(() => {});
    const lines = (await readFile(output, 'utf8')).trim().split('\n');
    expect(lines.filter((line) => !/^(?:PWD|OLDPWD|_|SHLVL|PATH)=/.test(line))).toEqual([
      String(300 * 1024),
      '1000',
    ]);
  });

  it.each([
    ['x264 [error]: malloc of size 9437184 failed', 'VIDEO_TOO_LARGE', /too large for this server/],
    [
      "Stream map '0:v:0' matches no streams.\nTo ignore this, add a trailing '?' to the map.",
      'FILE_TYPE_NOT_SUPPORTED',
      /^This video has no video track\.$/,
    ],
    [
      'Decoder (codec none) not found for input stream #0:0',
      'FILE_TYPE_NOT_SUPPORTED',
      /^The codec of this video is not supported\.$/,
    ],
    [
      'Invalid data found when processing input',
      'FILE_DAMAGED',
      /^The video is damaged: it cannot be read\.$/,
    ],
  ])('explains the output "%s"', async (words, code, message) => {
    const ffmpeg = await program('fails', `cat >&2 <<'EOF'\n${words}\nEOF\nexit 1`);
    await expect(attempt(ffmpeg)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('does not exceed its memory limit', async () => {
    const path = await writeVideo(folder.path('greedy.mp4'), { size: '1920x1080', seconds: 0.2 });
    const tight = { bytes: 70e6 };
    await expect(
      transcode(path, folder.path('greedy-out.mp4'), { seconds: 0 }, tight),
    ).rejects.toMatchObject({ code: 'VIDEO_TOO_LARGE' });
  });
});

describe('poster', () => {
  it('is an upright frame of the video', async () => {
    const path = await writeVideo(folder.path('p.mp4'), { size: '640x360' });
    await turnClockwise(path);
    const out = folder.path('p.jpg');
    await posterFrame(path, out);
    expect(await sharp(out).metadata()).toMatchObject({ format: 'jpeg', width: 360, height: 640 });
  });

  it("has the video's colors, which differ from JPEG's", async () => {
    const output = '-vf scale=out_color_matrix=bt709 -color_primaries bt709 -color_trc bt709';
    const path = await writeVideo(folder.path('c.mp4'), {
      source: 'color=c=0xC83C28',
      output: [...output.split(' '), '-colorspace', 'bt709'],
    });
    const out = folder.path('c.jpg');
    await posterFrame(path, out);
    expect(await colorDifference(out, [200, 60, 40])).toBeLessThan(5);
  });

  it('is the first frame if the video is shorter than requested', async () => {
    const path = await writeVideo(folder.path('short.mp4'), { seconds: 0.2 });
    const out = folder.path('short.jpg');
    await posterFrame(path, out, { at: 30 });
    expect(await sharp(out).metadata()).toMatchObject({ width: 320, height: 180 });
  });

  it('is at most 2048 pixels wide', async () => {
    const path = await writeVideo(folder.path('wide.mp4'), { size: '2560x1440', seconds: 0.1 });
    const out = folder.path('wide.jpg');
    await posterFrame(path, out, { at: 0 });
    expect(await sharp(out).metadata()).toMatchObject({ width: 2048, height: 1152 });
  });

  it('is refused without leaving a file if no frame can be read', async () => {
    const path = await folder.write('text.mp4', 'not a video');
    const out = folder.path('text.jpg');
    await expect(posterFrame(path, out)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    expect(await exists(out)).toBe(false);
  });
});
