import type { RasterPosition } from '#domain/raster-place.ts';
import type { Place } from '#domain/card-visits.ts';
import { affineOfTags, affineOfWorldFile } from '#server/platform/raster/affine-tags.ts';
import {
  type CoordinateSystem,
  systemOfKeys,
  systemOfProjection,
} from '#server/platform/raster/coordinate-system.ts';
import { boundsOf } from '#server/platform/raster/georeference.ts';

const POINT = 2;
/** Used for rasters with only a tie point, which is close enough to the center because sites are small. */
const NO_SIZE = [1e-9, 1e-9, 0];

/** The center of a raster in degrees. Returns null if neither the raster nor its sidecars have a position. */
export function rasterCenter(position: RasterPosition): Place | null {
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
    // The coordinates are outside the coordinate system's range.
    return null;
  }
}

function systemOf({ keys, projection }: RasterPosition): CoordinateSystem | null {
  try {
    const own = systemOfKeys(keys);
    return own ?? (projection === null ? null : systemOfProjection(projection));
  } catch {
    // The keys may be invalid, because any program can write them.
    return null;
  }
}
