import { writeFile } from 'node:fs/promises';
import type { Size } from '#domain/homography.ts';
import { runFfmpeg, type FfmpegOptions } from './ffmpeg.ts';
import { readWithLabel } from './raw-frame.ts';

export type TimelapsePart = {
  count: number;
  /** Returns the path of a frame (timelapse-frame.ts). Called in order, from 0 again if ffmpeg restarts. */
  pictureAt: (at: number) => Promise<string>;
  film: Size;
  pictureSeconds: number;
  framesPerSecond: number;
  out: string;
};

const CHUNK_BYTES = 1024 * 1024;

const args = (text: string) => text.split(' ');

const colors = 'scale=out_range=tv:out_color_matrix=bt709,format=yuv420p';
/** Fades need no search for cuts and B-frames. Another `crf` or `bframes` would break joining with older parts. */
const FADES = 'bframes=5:b-adapt=0:scenecut=0:zones=0,1000000,b=1.06';
const ENCODE = args(
  `-c:v libx264 -preset superfast -crf 21 -x264-params ${FADES} -g 60 -color_range tv -colorspace bt709 ` +
    '-color_primaries bt709 -color_trc bt709 -map_metadata -1 -movflags +faststart -f mp4',
);

/**
 * Each picture is shown still for half of its time, then fades into the next. Throws the errors of `runFfmpeg` and
 * `pictureAt`.
 */
export async function encodeTimelapsePart(
  part: TimelapsePart,
  { onProgress, ...options }: FfmpegOptions & { onProgress?: (fraction: number) => void } = {},
): Promise<void> {
  const { count, pictureAt, film, pictureSeconds, framesPerSecond, out } = part;
  const frames = Math.round(count * pictureSeconds * framesPerSecond);
  async function* input() {
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (let at = 0; at <= count; at++) yield* readWithLabel(await pictureAt(at), film, chunk);
  }
  // Each picture is fed twice, so that it stands still before it fades.
  const twice = `fps=${2 / pictureSeconds}`;
  const between = `framerate=fps=${framesPerSecond}:interp_start=0:interp_end=255:scene=100`;
  const onLine = (line: string) => {
    const done = /^frame=(\d+)/.exec(line)?.[1];
    if (done) onProgress?.(Math.min(1, Number(done) / frames));
  };
  await runFfmpeg(
    [
      ...args('-progress pipe:1 -nostats -f rawvideo -pixel_format rgb0 -video_size'),
      `${film.width}x${film.height}`,
      ...args(`-framerate ${1 / pictureSeconds} -i pipe:0`),
      '-vf',
      `${colors},${twice},${between}`,
      '-frames:v',
      String(frames),
      ...ENCODE,
      `file:${out}`,
    ],
    { ...options, onLine, input },
  );
}

export async function joinTimelapseParts(
  parts: readonly string[],
  { list, out, ...options }: FfmpegOptions & { list: string; out: string },
): Promise<void> {
  const quoted = parts.map((path) => `file 'file:${path.replaceAll("'", String.raw`'\''`)}'`);
  await writeFile(list, `${quoted.join('\n')}\n`);
  await runFfmpeg(
    [
      ...args('-f concat -safe 0 -protocol_whitelist file -i'),
      `file:${list}`,
      ...args('-c copy -map_metadata -1 -movflags +faststart -f mp4'),
      `file:${out}`,
    ],
    options,
  );
}
