import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { TileAddress } from '#server/platform/raster/tile-window.ts';

const MAX_ZOOM = 24;
const WHOLE = /^\d{1,8}$/;
const NUMBER = /^-?\d{1,7}(?:\.\d{1,10})?$/;
/** Steps of a stretch over the range of the values: finer than the colors are. */
const STEPS = 400;
/** A stretch may reach so many times the range beyond it. */
const BEYOND = 10;

export type TileRequest = {
  tile: TileAddress;
  stretch: readonly [number, number] | null;
  hillshade: boolean;
  /** File id of the earlier raster that a change is counted from. */
  before: string | null;
};

type Params = { z: string; x: string; name: string };

/** What is asked for, strictly. FILE_NOT_FOUND for what is no tile, INVALID_INPUT for what is no style. */
export function readTileRequest({ z, x, name }: Params, query: unknown): TileRequest {
  const y = /^(.+)\.webp$/.exec(name)?.[1] ?? '';
  if (![z, x, y].every((text) => WHOLE.test(text))) throw new AppError('FILE_NOT_FOUND');
  const tile = { z: Number(z), x: Number(x), y: Number(y) };
  if (tile.z > MAX_ZOOM || Math.max(tile.x, tile.y) >= 2 ** tile.z)
    throw new AppError('FILE_NOT_FOUND');
  const { stretch, hillshade, before } = query as Record<string, unknown>;
  if (hillshade !== undefined && hillshade !== '1') throw new AppError('INVALID_INPUT');
  if (before !== undefined && !Id.safeParse(before).success) throw new AppError('FILE_NOT_FOUND');
  return {
    tile,
    stretch: stretch === undefined ? null : readStretch(stretch),
    hillshade: hillshade === '1',
    before: (before as string | undefined) ?? null,
  };
}

function readStretch(given: unknown): readonly [number, number] {
  const parts = typeof given === 'string' ? given.split(',') : [];
  const [low = NaN, high = NaN] = parts.map((part) => (NUMBER.test(part) ? Number(part) : NaN));
  if (parts.length !== 2 || !(low < high)) throw new AppError('INVALID_INPUT');
  return [low, high];
}

/**
 * A stretch in steps of the range of the values, so that nobody has tiles made of ever new ones. One that is
 * narrower than a step is a step wide.
 */
export function inSteps(
  [low, high]: readonly [number, number],
  { minimum, maximum }: { minimum: number; maximum: number },
): [number, number] {
  const range = maximum - minimum || 1;
  const step = range / STEPS;
  const stepsFrom = (value: number) =>
    Math.max(-BEYOND * STEPS, Math.min(BEYOND * STEPS, Math.round((value - minimum) / step)));
  const [from, to] = [stepsFrom(low), stepsFrom(high)];
  return [minimum + from * step, minimum + Math.max(to, from + 1) * step];
}
