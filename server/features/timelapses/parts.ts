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

/** Photos of a part. When a worker ends, one is encoded anew at most, and the pictures of the next are made anew. */
const PART = 16;

export type Making = {
  id: string;
  content: TimelapseContent;
  /** For what is needed meanwhile. */
  folder: string;
  signal: AbortSignal;
  /** By how much each photo is brightened; nothing when they stay as they are. */
  gains: readonly number[];
};

type Part = { from: number; to: number };
type PartsContext = Pick<Context, 'storage' | 'decoder'>;

/** From which photo on each part is, and where it ends. */
export const partsOf = (count: number): Part[] =>
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

/**
 * Makes the parts of a film from the part `first` on, one behind the other, and says where each lies. The pictures of
 * one are made while the one before is encoded. `onProgress` gets the fraction of the whole film.
 */
export async function* makeParts(
  ctx: PartsContext,
  making: Making,
  { first, onProgress }: { first: number; onProgress: (fraction: number) => void },
): AsyncGenerator<string> {
  const { shots } = making.content;
  const parts = partsOf(shots.length).slice(first);
  let [pictured, encoded] = [parts[0]?.from ?? 0, parts[0]?.from ?? 0];
  const tell = () => onProgress((pictured + encoded) / (2 * shots.length));
  const makePictures = async (part: Part) => {
    for (const at of picturesOf(part, shots.length)) {
      making.signal.throwIfAborted();
      await makePicture(ctx, making, at);
      pictured = Math.max(pictured, at + 1);
      tell();
    }
  };
  for (const [index, part] of parts.entries()) {
    if (index === 0) await makePictures(part);
    const encode = encodePart(making, part, (fraction) => {
      encoded = part.from + fraction * (part.to - part.from);
      tell();
    });
    const next = parts[index + 1];
    // Both have ended before an error goes on: whoever hears of it removes the folder.
    const [made, ahead] = await Promise.allSettled([encode, next && makePictures(next)]);
    if (made.status === 'rejected') throw made.reason;
    if (ahead.status === 'rejected') throw ahead.reason;
    yield made.value;
  }
}

/** Also the one before, which shows where the first has nothing, and the next, which the last fades into. */
const picturesOf = ({ from, to }: Part, count: number) =>
  Array.from({ length: count }, (_, at) => at).slice(Math.max(0, from - 1), to + 1);

async function encodePart(
  { content, folder, signal }: Making,
  { from, to }: Part,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const paths = content.shots.map((_shot, at) => pathsOf(folder, at).made);
  const out = join(folder, `part-${from}.mp4`);
  await encodeFilmPart(
    {
      folder: join(folder, 'ticks'),
      pictures: paths.slice(from, to),
      next: paths[to] ?? null,
      pictureSeconds: content.photoSeconds,
      framesASecond: FRAMES_A_SECOND,
      out,
    },
    { signal, onProgress },
  );
  for (const path of paths.slice(from, to - 1)) await rm(path, { force: true });
  return out;
}

const pathsOf = (folder: string, at: number) => ({
  made: join(folder, `${at}.jpg`),
  raw: join(folder, `${at}.raw`),
});

/** Makes the picture of a photo, unless it is there already. */
async function makePicture(ctx: PartsContext, making: Making, at: number): Promise<void> {
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
