import { writeFile } from 'node:fs/promises';
import type { Size } from '#domain/homography.ts';
import { runFfmpeg, type FfmpegOptions } from './ffmpeg.ts';
import { readShown } from './film-picture.ts';

export type FilmPart = {
  /** Its pictures, each for `pictureSeconds`. */
  count: number;
  /**
   * Where a picture lies, see film-picture.ts, once it is made. Asked for from 0 to `count`, one behind the other: the
   * last is what the part fades into. All are asked for again when ffmpeg was ended and begins anew.
   */
  pictureAt: (at: number) => Promise<string>;
  film: Size;
  pictureSeconds: number;
  framesASecond: number;
  out: string;
};

/** How much of a picture is held at once; one of 4K has 33 MB. */
const CHUNK = 1024 * 1024;

const args = (text: string) => text.split(' ');

/** Colors as films have them (BT.709, limited). */
const colors = 'scale=out_range=tv:out_color_matrix=bt709,format=yuv420p';
/**
 * Fades have no cuts, and any number of frames between two others will do for them: x264 need not look for either,
 * which is a quarter of its time, and with five between films are a third smaller than with three. Six percent more
 * bits make up for it; by a zone, since with another `crf`, or with more than five, parts could not be joined to those
 * of the version before.
 */
const FADES = 'bframes=5:b-adapt=0:scenecut=0:zones=0,1000000,b=1.06';
const ENCODE = args(
  `-c:v libx264 -preset superfast -crf 21 -x264-params ${FADES} -g 60 -color_range tv -colorspace bt709 ` +
    '-color_primaries bt709 -color_trc bt709 -map_metadata -1 -movflags +faststart -f mp4',
);

/**
 * Encodes a part of a film of photos: each stands for half of its time and fades into the next in the other half.
 * All parts of a film can be joined. Throws as `runFfmpeg` does, and what a picture rejects with.
 */
export async function encodeFilmPart(
  part: FilmPart,
  { onProgress, ...options }: FfmpegOptions & { onProgress?: (fraction: number) => void } = {},
): Promise<void> {
  const { count, pictureAt, film, pictureSeconds, framesASecond, out } = part;
  const frames = Math.round(count * pictureSeconds * framesASecond);
  async function* input() {
    const chunk = new Uint8Array(CHUNK);
    for (let at = 0; at <= count; at++) yield* readShown(await pictureAt(at), film, chunk);
  }
  // Of two equal pictures nothing lies between: what stands is said twice.
  const twice = `fps=${2 / pictureSeconds}`;
  const between = `framerate=fps=${framesASecond}:interp_start=0:interp_end=255:scene=100`;
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

/** Puts parts that were encoded alike one behind the other. `list` is where to write down which. */
export async function joinFilmParts(
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
