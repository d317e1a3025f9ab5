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
/** For rasters with only a tie point. A site is small, so that point is close enough. */
const NO_SIZE = [1e-9, 1e-9, 0];

/** The center of a raster in degrees; null if neither it nor its sidecar files have a position. */
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
    // Coordinates outside the map.
    return null;
  }
}

function systemOf({ keys, projection }: RasterPosition): CoordinateSystem | null {
  try {
    const own = systemOfKeys(keys);
    return own ?? (projection === null ? null : systemOfProjection(projection));
  } catch {
    // Any program may have written the keys, so they can be invalid.
    return null;
  }
}
