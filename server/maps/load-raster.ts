import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Affine } from '#server/platform/raster/georeference.ts';
import type { Level } from '#server/platform/raster/pyramid.ts';
import type { RenderedRaster } from '#server/platform/raster/tile.ts';
import type { findRasters } from './queries.ts';
import { tilesVersion } from './present.ts';

export type FoundRaster = Awaited<ReturnType<typeof findRasters>>[number];

/** Throws MAP_WITHOUT_PLACE or FILE_NOT_FOUND. */
export async function loadRaster(
  { mapCache }: Pick<Context, 'mapCache'>,
  row: FoundRaster,
): Promise<RenderedRaster & { projectId: string }> {
  const { proj4, affine, west, south, east, north, fileId, projectId } = row;
  if (proj4 === null || west === null || south === null || east === null || north === null)
    throw new AppError('MAP_WITHOUT_PLACE');
  const isColor = row.rasterType === 'orthophoto';
  const part = (name: 'color' | 'mask' | 'values', isThere: boolean) =>
    isThere ? mapCache.pyramid(fileId, name, tilesVersion(row)) : '';
  const [color, mask, values] = await Promise.all([
    part('color', isColor),
    part('mask', isColor && row.hasMask),
    part('values', !isColor),
  ]);
  const { levelSizes } = row;
  const levels = Array.from({ length: levelSizes.length / 2 }, (_, page): Level => [
    levelSizes[2 * page] ?? 0,
    levelSizes[2 * page + 1] ?? 0,
  ]);
  return {
    projectId: projectId ?? '',
    proj4,
    affine: affine as unknown as Affine,
    width: row.width,
    height: row.height,
    bounds: { west, south, east, north },
    levels,
    rasterType: row.rasterType,
    hasMask: row.hasMask,
    valueFloor: row.valueFloor,
    unit: row.unit,
    low: row.low,
    high: row.high,
    paths: { color, mask, values },
  };
}
