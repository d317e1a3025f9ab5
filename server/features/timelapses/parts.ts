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

/** Photos of a part. When a worker ends, one is made anew at most. */
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
 * encoded as they come, and some ahead are made meanwhile. `onProgress` gets the fraction of the whole film.
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
  const { take, end } = picturesInTurn(ctx, making, (at) => {
    pictured = Math.max(pictured, at + 1);
    tell();
  });
  try {
    for (const part of parts) {
      yield await encodePart(making, part, take, (fraction) => {
        encoded = part.from + fraction * (part.to - part.from);
        tell();
      });
    }
  } finally {
    // Whoever hears of the end removes the folder.
    await end();
  }
}

/** Pictures that are made before they are needed: each is a file of up to 33 MB. */
const AHEAD = 3;

/** Makes pictures one behind the other, as each may show through the next. */
function picturesInTurn(ctx: PartsContext, making: Making, onMade: (at: number) => void) {
  const { length } = making.content.shots;
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
    /**
     * Where a picture lies, once it is made, and the one before, which may show through it. Those further before are
     * removed; whoever takes one of them again has it made anew.
     */
    take: async (at: number): Promise<string> => {
      for (let next = Math.max(0, at - 1); next < Math.min(length, at + AHEAD + 1); next++) {
        void picture(next);
      }
      const path = await picture(at);
      if (made.delete(at - 2)) await rm(pathOf(making.folder, at - 2), { force: true });
      return path;
    },
    /** Begins no further picture, and waits for the one that is being made. */
    end: async (): Promise<void> => {
      isEnded = true;
      await last.catch(() => {});
    },
  };
}

async function encodePart(
  { content, folder, signal }: Making,
  { from, to }: Part,
  take: (at: number) => Promise<string>,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const { film, photoSeconds: pictureSeconds, shots } = content;
  const part: FilmPart = {
    count: to - from,
    // The film ends with its last photo, which fades into nothing else.
    pictureAt: (at) => take(Math.min(from + at, shots.length - 1)),
    film,
    pictureSeconds,
    framesASecond: FRAMES_A_SECOND,
    out: join(folder, `part-${from}.mp4`),
  };
  await encodeFilmPart(part, { signal, onProgress });
  return part.out;
}

const pathOf = (folder: string, at: number) => join(folder, `${at}.raw`);

/** Makes the picture of a photo, and says where it lies. */
async function makePicture(ctx: PartsContext, making: Making, at: number): Promise<string> {
  const { content, folder, gains } = making;
  const shot = content.shots[at];
  if (!shot) throw new Error(`the film has no photo ${at}`);
  const before = pathOf(folder, at - 1);
  const order = {
    made: pathOf(folder, at),
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
  return order.made;
}

const keyOf = ({ fileId, preset }: Shot) =>
  preset === null ? originalKey(fileId) : presetKey(fileId, preset);
