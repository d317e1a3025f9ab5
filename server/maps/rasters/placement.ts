import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { CoordinateSystem } from '#server/platform/raster/coordinate-system.ts';
import type { Affine } from '#server/platform/raster/georeference.ts';
import { POSITIONING_VERSION } from '#server/platform/raster/register.ts';
import { listOutdatedPlacements, updateRaster, type Changes, type RasterRow } from './queries.ts';

type Shape = { affine: readonly number[]; width: number; height: number; validShare: number };

/** Throws RASTER_OUT_OF_RANGE. */
export async function placeRaster(
  system: CoordinateSystem,
  { affine: numbers, ...shape }: Shape,
): Promise<Changes & { proj4: string }> {
  // proj4 and the EPSG registry take megabytes of memory, so they're loaded only when needed.
  const { shiftedAt } = await import('#server/platform/raster/datum-shift.ts');
  const { placementOf } = await import('#server/platform/raster/place.ts');
  const affine = numbers as unknown as Affine;
  const { epsg, proj4, uncertainty } = shiftedAt(system, affine, shape);
  const { bounds, ...place } = placementOf({ epsg, proj4, uncertainty }, affine, shape);
  const found = { epsg, proj4, uncertainty, placedWith: POSITIONING_VERSION, unplacedReason: null };
  return { ...found, ...bounds, ...place, coverage: shape.validShare };
}

const SYSTEM = { kind: 'system' } as const;

/** Updates rasters that were placed by older rules. Reads only their rows, so each takes a few milliseconds. */
export async function updatePlacements(ctx: Pick<Context, 'db' | 'record' | 'log'>): Promise<void> {
  const rows = await ctx.db.as(SYSTEM, (tx) => listOutdatedPlacements(tx, POSITIONING_VERSION));
  for (const row of rows) {
    const changes = (await updatedPlacement(row)) ?? { placedWith: POSITIONING_VERSION };
    await ctx.db.as(SYSTEM, async (tx) => {
      await updateRaster(tx, row.id, changes);
      await ctx.record(tx, { type: 'file.changed', file: row });
    });
  }
}

/** Returns null if the raster can't be placed now, so that it keeps its position. */
async function updatedPlacement(row: RasterRow): Promise<Changes | null> {
  const { systemOfEpsg, systemOfProjection } =
    await import('#server/platform/raster/coordinate-system.ts');
  const { epsg, proj4, affine, width, height, validShare } = row;
  if (!affine || width === null || height === null || validShare === null) return null;
  const spelled = proj4?.startsWith('+') ? { epsg: null, proj4, base: null } : null;
  const system = epsg === null ? (spelled ?? systemOfProjection(proj4 ?? '')) : systemOfEpsg(epsg);
  if (!system) return null;
  return placeRaster(system, { affine, width, height, validShare }).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}
