import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { TileAddress } from '#server/platform/raster/tile-window.ts';

const MAX_ZOOM = 24;
const INTEGER = /^\d{1,8}$/;
const NUMBER = /^-?\d{1,7}(?:\.\d{1,10})?$/;
/** The range of values is divided into this many steps, which are finer than the color scale. */
const STEPS = 400;
/** How far a stretch can extend beyond the range of values, as a multiple of that range. */
const MAX_OVERSHOOT = 10;

export type TileRequest = {
  tile: TileAddress;
  stretch: readonly [number, number] | null;
  hillshade: boolean;
  /** The earlier raster's file id if the tile shows a change. */
  earlierFileId: string | null;
};

type Params = { z: string; x: string; name: string };

/** Throws FILE_NOT_FOUND for an invalid tile, INVALID_INPUT for an invalid style. */
export function readTileRequest({ z, x, name }: Params, query: unknown): TileRequest {
  const y = /^(.+)\.webp$/.exec(name)?.[1] ?? '';
  if (![z, x, y].every((text) => INTEGER.test(text))) throw new AppError('FILE_NOT_FOUND');
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
    earlierFileId: (before as string | undefined) ?? null,
  };
}

function readStretch(given: unknown): readonly [number, number] {
  const parts = typeof given === 'string' ? given.split(',') : [];
  const [low = NaN, high = NaN] = parts.map((part) => (NUMBER.test(part) ? Number(part) : NaN));
  if (parts.length !== 2 || !(low < high)) throw new AppError('INVALID_INPUT');
  return [low, high];
}

/** Rounds a stretch to steps, to limit the number of variants of a tile. */
export function roundedStretch(
  [low, high]: readonly [number, number],
  { minimum, maximum }: { minimum: number; maximum: number },
): [number, number] {
  const range = maximum - minimum || 1;
  const step = range / STEPS;
  const stepsFrom = (value: number) =>
    Math.max(
      -MAX_OVERSHOOT * STEPS,
      Math.min(MAX_OVERSHOOT * STEPS, Math.round((value - minimum) / step)),
    );
  const [from, to] = [stepsFrom(low), stepsFrom(high)];
  return [minimum + from * step, minimum + Math.max(to, from + 1) * step];
}
