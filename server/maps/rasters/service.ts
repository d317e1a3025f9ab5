import { AppError } from '#domain/errors.ts';
import { layerOf, typesFor, unitOf, type RasterCorrection } from '#domain/rasters.ts';
import { isSubmissionVisible, reprocessRaster } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { placeRaster } from './placement.ts';
import { presentRaster } from './present.ts';
import {
  findRaster,
  lockRaster,
  listRasters,
  updateRaster,
  type Changes,
  type RasterRow,
} from './queries.ts';

/** Includes rasters that aren't maps. Throws SUBMISSION_NOT_FOUND. */
export const rastersOf = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isSubmissionVisible(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    return (await listRasters(tx, submissionId)).map(presentRaster);
  });

/**
 * Sets a raster's type or coordinate system, and processes it again if its pyramids depend on that. Throws
 * FILE_NOT_FOUND, FILE_BUSY, RASTER_NOT_READ, RASTER_TYPE_IMPOSSIBLE, EPSG_UNKNOWN, RASTER_WITHOUT_POSITION or
 * RASTER_OUT_OF_RANGE.
 */
export const correctRaster = (ctx: Context, viewer: Viewer, correction: RasterCorrection) =>
  ctx.db.as(viewer, async (tx) => {
    const { fileId, rasterType, epsg } = correction;
    const row = await lockRaster(tx, fileId);
    if (!row) throw new AppError('FILE_NOT_FOUND');
    if (row.state === 'processing') throw new AppError('FILE_BUSY');
    if (row.bands === null || row.rasterType === null) throw new AppError('RASTER_NOT_READ');
    const type = rasterType ?? row.rasterType;
    if (!typesFor(row.bands).includes(type)) throw new AppError('RASTER_TYPE_IMPOSSIBLE');
    const placed: Changes & { proj4?: string } =
      epsg === undefined ? {} : await placementOf(row, epsg);
    const unit = unitOf(type, row.verticalUnit, placed.proj4 ?? row.proj4);
    const typeChange = rasterType === undefined ? {} : { rasterType, typeSource: 'staff' as const };
    await updateRaster(tx, fileId, { ...typeChange, ...placed, unit });
    await ctx.record(tx, { type: 'file.map-corrected', id: fileId, detail: { rasterType, epsg } });
    if (layerOf(type) !== layerOf(row.rasterType)) await reprocessRaster(ctx, tx, fileId);
    else await ctx.record(tx, { type: 'file.changed', file: row });
    return presentRaster(await findRaster(tx, fileId));
  });

async function placementOf(row: RasterRow, epsg: number): Promise<Changes & { proj4: string }> {
  // The EPSG registry takes 1.5 MB of memory, so it's loaded only when needed.
  const { systemOfEpsg } = await import('#server/platform/raster/coordinate-system.ts');
  const system = systemOfEpsg(epsg);
  if (!system) throw new AppError('EPSG_UNKNOWN');
  const { affine, width, height, validShare } = row;
  if (!affine || width === null || height === null || validShare === null) {
    throw new AppError('RASTER_WITHOUT_POSITION');
  }
  const placed = await placeRaster(system, { affine, width, height, validShare });
  return { ...placed, epsg, crsSource: 'staff' };
}
