import { readFile, writeFile } from 'node:fs/promises';
import { runFfmpeg, type FfmpegOptions } from './ffmpeg.ts';

export type FilmPart = {
  /** Where the pictures lie as JPEG, each for `pictureSeconds`. They may still be made: each is read once it is there. */
  pictures: readonly Promise<string>[];
  /** The first of the next part, which the last one fades into; null at the end of the film. */
  next: Promise<string> | null;
  pictureSeconds: number;
  framesASecond: number;
  out: string;
};

const args = (text: string) => text.split(' ');

/** JPEG's colors (ITU-R BT.601, full range) as those of films (BT.709, limited), then the pictures between. */
const colors =
  'scale=in_range=pc:in_color_matrix=bt601:out_range=tv:out_color_matrix=bt709,format=yuv420p';
const ENCODE = args(
  '-c:v libx264 -preset superfast -crf 21 -g 60 -color_range tv -colorspace bt709 ' +
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
  const { pictures, next, pictureSeconds, framesASecond, out } = part;
  const frames = Math.round(pictures.length * pictureSeconds * framesASecond);
  const shown = [...pictures, next ?? pictures.at(-1)];
  async function* input() {
    for (const picture of shown) if (picture) yield await readFile(await picture);
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
      ...args(`-progress pipe:1 -nostats -f jpeg_pipe -framerate ${1 / pictureSeconds} -i pipe:0`),
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
