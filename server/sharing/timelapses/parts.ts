import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAMES_PER_SECOND, brightnessGains } from '#domain/timelapse-plan.ts';
import { isFileFault } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { brightnessOf } from '#server/platform/media/stored-pictures.ts';
import {
  encodeTimelapsePart,
  type TimelapsePart,
} from '#server/platform/media/timelapse-encoder.ts';
import { originalKey, presetKey, timelapsePartKey } from '#server/platform/storage/storage.ts';
import type { Shot, TimelapseContent } from './content.ts';

/** Photos per step. */
const STEP = 16;
/**
 * Larger parts save time, because starting ffmpeg takes half a second; smaller ones lose less if a worker is killed.
 */
export const STEPS_PER_PART = 4;

export type Making = {
  id: string;
  content: TimelapseContent;
  folder: string;
  signal: AbortSignal;
  /** A brightness factor per photo; empty if brightness isn't evened out. */
  gains: readonly number[];
};

type Part = { step: number; from: number; to: number };
type PartsContext = Pick<Context, 'storage' | 'decoder'>;

const stepsOf = (count: number) => Math.ceil(count / STEP);

/** Returns the remaining parts of a video of `count` photos, `done` steps of which are stored. */
export const partsOf = (count: number, done = 0): Part[] =>
  Array.from({ length: Math.ceil((stepsOf(count) - done) / STEPS_PER_PART) }, (_, number) => {
    const step = done + number * STEPS_PER_PART;
    return { step, from: step * STEP, to: Math.min(count, (step + STEPS_PER_PART) * STEP) };
  });

/** Parts made by older versions have only one step. Rejects if a part is missing. */
export async function storedPartKeys(
  { storage }: Pick<Context, 'storage'>,
  id: string,
  count: number,
): Promise<string[]> {
  const keys: string[] = [];
  for (let [step, left] = [0, 0]; step < stepsOf(count); step++, left--) {
    const key = timelapsePartKey(id, step);
    if ((await storage.size(key)) !== null) [left] = [STEPS_PER_PART, keys.push(key)];
    else if (left <= 0) throw new Error(`a part of the video is missing: ${key}`);
  }
  return keys;
}

export async function readGains(
  { storage }: Pick<Context, 'storage'>,
  { isEvened, shots }: TimelapseContent,
): Promise<number[]> {
  if (!isEvened) return [];
  const lights: number[] = [];
  for (const { fileId } of shots) {
    const key = presetKey(fileId, SMALLEST);
    lights.push(
      (await storage.size(key)) === null ? 0 : await brightnessOf(await storage.read(key)),
    );
  }
  return brightnessGains(lights);
}

/** Every photo has a picture of this width (PRESETS). */
const SMALLEST = 256;

/** `onProgress` receives the fraction of the whole video. The next pictures are drawn while a part is encoded. */
export async function* makeParts(
  ctx: PartsContext,
  making: Making,
  { done, onProgress }: { done: number; onProgress: (fraction: number) => void },
): AsyncGenerator<{ step: number; path: string }> {
  const { length } = making.content.shots;
  const parts = partsOf(length, done);
  let [pictured, encoded] = [parts[0]?.from ?? 0, parts[0]?.from ?? 0];
  const tell = () => onProgress((pictured + encoded) / (2 * length));
  const { take, end } = pictureQueue(ctx, making, (at) => {
    pictured = Math.max(pictured, at + 1);
    tell();
  });
  try {
    for (const part of parts) {
      const path = await encodePart(making, part, take, (fraction) => {
        encoded = part.from + fraction * (part.to - part.from);
        tell();
      });
      yield { step: part.step, path };
    }
  } finally {
    // Wait, because the caller removes the folder afterwards.
    await end();
  }
}

/** Pictures drawn in advance; each is a file of up to 33 MB. */
const LOOKAHEAD = 3;

/** Draws pictures one after another, because each may show at the edges of the next. */
function pictureQueue(ctx: PartsContext, making: Making, onMade: (at: number) => void) {
  const { length } = making.content.shots;
  const made = new Map<number, Promise<string>>();
  let [last, isEnded] = [Promise.resolve(''), false];
  const make = async (at: number): Promise<string> => {
    if (isEnded) throw new Error('the video has ended');
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
    // Prevents an unhandled rejection if nobody awaits this picture.
    last.catch(() => {});
    return last;
  };
  return {
    /** Resolves when this picture and the previous one exist. Removes older ones and draws them again if needed. */
    take: async (at: number): Promise<string> => {
      for (let next = Math.max(0, at - 1); next < Math.min(length, at + LOOKAHEAD + 1); next++) {
        void picture(next);
      }
      const path = await picture(at);
      if (made.delete(at - 2)) await rm(pathOf(making.folder, at - 2), { force: true });
      return path;
    },
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
  const part: TimelapsePart = {
    count: to - from,
    // The last photo fades into itself.
    pictureAt: (at) => take(Math.min(from + at, shots.length - 1)),
    film,
    pictureSeconds,
    framesPerSecond: FRAMES_PER_SECOND,
    out: join(folder, `part-${from}.mp4`),
  };
  await encodeTimelapsePart(part, { signal, onProgress });
  return part.out;
}

const pathOf = (folder: string, at: number) => join(folder, `${at}.raw`);

async function makePicture(ctx: PartsContext, making: Making, at: number): Promise<string> {
  const { content, folder, gains } = making;
  const shot = content.shots[at];
  if (!shot) throw new Error(`the video has no photo ${at}`);
  const before = pathOf(folder, at - 1);
  const order = {
    outputPath: pathOf(folder, at),
    folder,
    photo: shot.photo,
    matrix: shot.matrix,
    frameSize: content.film,
    gain: gains[at] ?? 1,
    under: existsSync(before) ? before : null,
    label: shot.label,
  };
  const make = (key: string) =>
    ctx.storage.withLocalFile(key, (path) => ctx.decoder.makeFilmFrame({ ...order, path }));
  await make(keyOf(shot)).catch((error: unknown) => {
    // If the original can't be read, use the largest picture.
    if (shot.preset !== null || !isFileFault(error)) throw error;
    return make(presetKey(shot.fileId, shot.largest));
  });
  return order.outputPath;
}

const keyOf = ({ fileId, preset }: Shot) =>
  preset === null ? originalKey(fileId) : presetKey(fileId, preset);
