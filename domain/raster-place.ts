import { z } from 'zod';
import { Latitude, Longitude } from './fields.ts';

const Numbers = z.array(z.number()).max(100);
export const SIDECAR_BYTES = 16_384;

export const RasterPosition = z.object({
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  /** GeoTIFF tags (OGC 19-008, annex B.6) and keys; null if missing. */
  scale: Numbers.nullable(),
  tiepoint: Numbers.nullable(),
  transformation: Numbers.nullable(),
  keys: z.record(z.string().max(100), z.union([z.number(), z.string().max(100), Numbers])),
  worldFile: z.string().max(SIDECAR_BYTES).nullable(),
  projection: z.string().max(SIDECAR_BYTES).nullable(),
});
export type RasterPosition = z.infer<typeof RasterPosition>;

export const NO_POSITION: RasterPosition = {
  width: 0,
  height: 0,
  scale: null,
  tiepoint: null,
  transformation: null,
  keys: {},
  worldFile: null,
  projection: null,
};

export const MAX_POSITIONS = 200;

export const RasterPlaces = z.object({
  places: z.array(z.object({ latitude: Latitude, longitude: Longitude }).nullable()),
});
export type RasterPlaces = z.infer<typeof RasterPlaces>;
