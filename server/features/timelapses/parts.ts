import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAMES_A_SECOND, gainsOf } from '#domain/timelapse-plan.ts';
import { isFaultOfFile } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { lightOf } from '#server/platform/media/light.ts';
import { encodeFilmPart } from '#server/platform/media/film.ts';
import { originalKey, presetKey } from '#server/platform/storage/storage.ts';
import type { Shot, TimelapseContent } from './content.ts';

/** Photos of a part: so much is made anew at most when a worker ends. */
const PART = 16;
/** Of the work at a part, that of its pictures; the rest is the encoding. */
const PICTURES_SHARE = 0.5;

export type Making = {
  id: string;
  content: TimelapseContent;
  /** For what is needed meanwhile. */
  folder: string;
  signal: AbortSignal;
  /** By how much each photo is brightened; nothing when they stay as they are. */
  gains: readonly number[];
};

/** From which photo on each part is, and where it ends. */
export const partsOf = (count: number): { from: number; to: number }[] =>
  Array.from({ length: Math.ceil(count / PART) }, (_, number) => ({
    from: number * PART,
    to: Math.min(count, (number + 1) * PART),
  }));

/** By how much each photo is brightened, measured in its smallest picture. */
export async function readGains(
  { storage }: Pick<Context, 'storage'>,
  { isEvened, shots }: TimelapseContent,
): Promise<number[]> {
  if (!isEvened) return [];
  const lights: number[] = [];
  for (const { fileId } of shots) {
    const key = presetKey(fileId, SMALLEST);
    lights.push((await storage.size(key)) === null ? 0 : await lightOf(await storage.read(key)));
  }
  return gainsOf(lights);
}

/** Every photo is kept in this width, see PRESETS. */
const SMALLEST = 256;

/** Makes a part of a film; answers where it lies. */
export async function makePart(
  ctx: Context,
  making: Making,
  { from, to }: { from: number; to: number },
  onProgress: (fraction: number) => void,
): Promise<string> {
  const { content, folder, signal } = making;
  const next = to < content.shots.length ? to : null;
  const wanted = [...Array(to - from).keys()].map((index) => from + index);
  // What it begins on shows the photo before where it has nothing, also when another worker made that one.
  const all = [...(from > 0 ? [from - 1] : []), ...wanted, ...(next === null ? [] : [next])];
  for (const [index, at] of all.entries()) {
    signal.throwIfAborted();
    await makePicture(ctx, making, at);
    onProgress(((index + 1) / all.length) * PICTURES_SHARE);
  }
  const out = join(folder, `part-${from}.mp4`);
  await encodeFilmPart(
    {
      folder: join(folder, 'ticks'),
      pictures: wanted.map((at) => pathsOf(folder, at).made),
      next: next === null ? null : pathsOf(folder, next).made,
      pictureSeconds: content.photoSeconds,
      framesASecond: FRAMES_A_SECOND,
      out,
    },
    {
      signal,
      onProgress: (fraction) => onProgress(PICTURES_SHARE + fraction * (1 - PICTURES_SHARE)),
    },
  );
  for (const at of wanted.slice(0, -1)) await rm(pathsOf(folder, at).made, { force: true });
  return out;
}

const pathsOf = (folder: string, at: number) => ({
  made: join(folder, `${at}.jpg`),
  raw: join(folder, `${at}.raw`),
});

/** Makes the picture of a photo, unless it is there already. */
async function makePicture(ctx: Context, making: Making, at: number): Promise<void> {
  const { content, folder, gains } = making;
  const shot = content.shots[at];
  const paths = pathsOf(folder, at);
  if (!shot || existsSync(paths.made)) return;
  const before = pathsOf(folder, at - 1).raw;
  const order = {
    ...paths,
    folder,
    photo: shot.photo,
    matrix: shot.matrix,
    film: content.film,
    gain: gains[at] ?? 1,
    under: existsSync(before) ? before : null,
    label: shot.label,
  };
  const make = (key: string) =>
    ctx.storage.withLocalFile(key, (path) => ctx.decoder.makeFilmFrame({ ...order, path }));
  await make(keyOf(shot)).catch((error: unknown) => {
    // An original that is only read for what it shows small is not worth the whole film.
    if (shot.preset !== null || !isFaultOfFile(error)) throw error;
    return make(presetKey(shot.fileId, shot.largest));
  });
  await rm(pathsOf(folder, at - 2).raw, { force: true });
}

const keyOf = ({ fileId, preset }: Shot) =>
  preset === null ? originalKey(fileId) : presetKey(fileId, preset);
