import { z } from 'zod';
import { Latitude, Longitude } from './fields.ts';

const Numbers = z.array(z.number()).max(100);
/** Sidecars are some lines of text. */
export const SIDECAR_BYTES = 16_384;

/** What the header of a raster, and the files next to it, say of where its pixels are. */
export const RasterPosition = z.object({
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  /** The tags of a GeoTIFF by the names of OGC 19-008, annex B.6, and its keys; null of what it doesn't have. */
  scale: Numbers.nullable(),
  tiepoint: Numbers.nullable(),
  transformation: Numbers.nullable(),
  keys: z.record(z.string().max(100), z.union([z.number(), z.string().max(100), Numbers])),
  /** Content of a world file and of a .prj. */
  worldFile: z.string().max(SIDECAR_BYTES).nullable(),
  projection: z.string().max(SIDECAR_BYTES).nullable(),
});
export type RasterPosition = z.infer<typeof RasterPosition>;

/** The position of a raster that says nothing of where it is. */
export const UNPLACED: RasterPosition = {
  width: 0,
  height: 0,
  scale: null,
  tiepoint: null,
  transformation: null,
  keys: {},
  worldFile: null,
  projection: null,
};

/** Positions of one request. */
export const MOST_POSITIONS = 200;

/** The middle of each raster, degrees; null where its position can't be known. */
export const RasterPlaces = z.object({
  places: z.array(z.object({ latitude: Latitude, longitude: Longitude }).nullable()),
});
export type RasterPlaces = z.infer<typeof RasterPlaces>;
