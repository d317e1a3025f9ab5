import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAMES_A_SECOND, gainsOf } from '#domain/timelapse-plan.ts';
import { isFaultOfFile } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { lightOf } from '#server/platform/media/light.ts';
import { encodeFilmPart, type FilmPart } from '#server/platform/media/film.ts';
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
 * Makes the parts of a film from the part `first` on, one behind the other, and says where each lies. Pictures are
 * encoded as they come, and those of the next part are made meanwhile. `onProgress` gets the fraction of the whole film.
 */
export async function* makeParts(
  ctx: PartsContext,
  making: Making,
  { first, onProgress }: { first: number; onProgress: (fraction: number) => void },
): AsyncGenerator<string> {
  const { length } = making.content.shots;
  const parts = partsOf(length).slice(first);
  let [pictured, encoded] = [parts[0]?.from ?? 0, parts[0]?.from ?? 0];
  const tell = () => onProgress((pictured + encoded) / (2 * length));
  const pictures = picturesInTurn(ctx, making, (at) => {
    pictured = Math.max(pictured, at + 1);
    tell();
  });
  try {
    for (const [index, part] of parts.entries()) {
      const [shown, ahead] = [pictures.of(part), parts[index + 1]];
      if (ahead) pictures.of(ahead);
      yield await encodePart(making, part, shown, (fraction) => {
        encoded = part.from + fraction * (part.to - part.from);
        tell();
      });
    }
  } finally {
    // Whoever hears of the end removes the folder.
    await pictures.end();
  }
}

/** Makes pictures one behind the other, as each may show through the next; each that is asked for is made once. */
function picturesInTurn(ctx: PartsContext, making: Making, onMade: (at: number) => void) {
  const made = new Map<number, Promise<string>>();
  let [last, isEnded] = [Promise.resolve(''), false];
  const make = async (at: number): Promise<string> => {
    if (isEnded) throw new Error('the film has ended');
    making.signal.throwIfAborted();
    const path = await makePicture(ctx, making, at);
    onMade(at);
    return path;
  };
  const picture = (at: number): Promise<string> => {
    const known = made.get(at);
    if (known) return known;
    last = last.then(() => make(at));
    made.set(at, last);
    // Whoever needs it hears of it; nobody may.
    last.catch(() => {});
    return last;
  };
  return {
    /** Also the one before, which shows where the first has nothing, and the next, which the last fades into. */
    of({ from, to }: Part): { pictures: Promise<string>[]; next: Promise<string> | null } {
      if (from > 0) void picture(from - 1);
      const pictures = Array.from({ length: to - from }, (_, index) => picture(from + index));
      return { pictures, next: to < making.content.shots.length ? picture(to) : null };
    },
    /** Begins no further picture, and waits for the one that is being made. */
    async end(): Promise<void> {
      isEnded = true;
      await last.catch(() => {});
    },
  };
}

async function encodePart(
  { content, folder, signal }: Making,
  { from, to }: Part,
  shown: Pick<FilmPart, 'pictures' | 'next'>,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const out = join(folder, `part-${from}.mp4`);
  const { photoSeconds: pictureSeconds } = content;
  await encodeFilmPart(
    { ...shown, pictureSeconds, framesASecond: FRAMES_A_SECOND, out },
    { signal, onProgress },
  );
  for (let at = from; at < to; at++) await rm(pathsOf(folder, at).made, { force: true });
  return out;
}

const pathsOf = (folder: string, at: number) => ({
  made: join(folder, `${at}.jpg`),
  raw: join(folder, `${at}.raw`),
});

/** Makes the picture of a photo, and says where it lies. */
async function makePicture(ctx: PartsContext, making: Making, at: number): Promise<string> {
  const { content, folder, gains } = making;
  const shot = content.shots[at];
  const paths = pathsOf(folder, at);
  if (!shot) throw new Error(`the film has no photo ${at}`);
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
  return paths.made;
}

const keyOf = ({ fileId, preset }: Shot) =>
  preset === null ? originalKey(fileId) : presetKey(fileId, preset);
