import type { RasterPosition } from '#domain/raster-place.ts';
import type { Place } from '#domain/visit.ts';
import { affineOfTags, affineOfWorldFile } from '#server/platform/raster/affine-tags.ts';
import {
  type CoordinateSystem,
  systemOfKeys,
  systemOfProjection,
} from '#server/platform/raster/coordinate-system.ts';
import { boundsOf } from '#server/platform/raster/georeference.ts';

const POINT = 2;
/** Of a raster that knows only single places of its, one of them stands for all: a site is small. */
const NO_SIZE = [1e-9, 1e-9, 0];

/** The middle of a raster, degrees; null where neither it nor the files next to it say where that is. */
export function rasterPlace(position: RasterPosition): Place | null {
  const { width, height, scale, tiepoint, transformation, worldFile } = position;
  const keys: Record<string, unknown> = position.keys;
  const isPoint = keys['GTRasterTypeGeoKey'] === POINT;
  const tags = {
    scale: scale ?? (tiepoint ? NO_SIZE : []),
    tiepoint: tiepoint ?? [],
    transformation: transformation ?? [],
  };
  const affine =
    affineOfTags({ ...tags, isPoint }) ??
    (worldFile === null ? null : affineOfWorldFile(worldFile));
  const system = systemOf(position);
  if (!affine || !system) return null;
  try {
    const { west, south, east, north } = boundsOf({
      ...system,
      affine,
      width,
      height,
      nodata: null,
    });
    return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  } catch {
    // Coordinates that are no place on a map.
    return null;
  }
}

function systemOf({ keys, projection }: RasterPosition): CoordinateSystem | null {
  try {
    const own = systemOfKeys(keys);
    return own ?? (projection === null ? null : systemOfProjection(projection));
  } catch {
    // The keys come from any program.
    return null;
  }
}
