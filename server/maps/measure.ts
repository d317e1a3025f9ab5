import { areaOf, lengthOf } from '#domain/geodesy.ts';
import { AppError } from '#domain/errors.ts';
import type { Measure, MeasureResult } from '#domain/measurements.ts';
import { isHeightModel } from '#domain/rasters.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { createWorkQueue } from '#server/platform/limit/work-queues.ts';
import { loadRaster } from './load-raster.ts';
import { findRasters } from './queries.ts';

/** At most two run and 20 wait, because anyone with a link can request measurements. */
const lanes = createWorkQueue(2, 20);

type Needs = Pick<Context, 'db' | 'mapCache'>;

/**
 * Throws FILE_NOT_FOUND, MAP_WITHOUT_HEIGHTS, MAP_WITHOUT_PLACE, MAPS_OF_TWO_PROJECTS, MEASURED_OUTSIDE or TOO_BUSY.
 */
export async function measureOn(
  ctx: Needs,
  viewer: Viewer,
  measure: Measure,
): Promise<MeasureResult> {
  if (measure.kind === 'distance') return { kind: 'distance', length: lengthOf(measure.line) };
  if (measure.kind === 'area') {
    const { corners } = measure;
    return { kind: 'area', area: areaOf(corners), perimeter: lengthOf(closed(corners)) };
  }
  const ids = [measure.fileId, ...(measure.kind === 'change' ? [measure.earlierFileId] : [])];
  const surveys = await surveysOf(ctx, viewer, ids);
  // sharp and proj4 take 20 MB of memory, so they're loaded only with the first measurement.
  const { measureHeights } = await import('./measure-heights.ts');
  return lanes(() => measureHeights(surveys, measure));
}

const closed = <T>(corners: readonly T[]) => [...corners, ...corners.slice(0, 1)];

async function surveysOf(ctx: Needs, viewer: Viewer, ids: readonly string[]) {
  const rows = await ctx.db.ask(viewer, (tx) => findRasters(tx, ids));
  const surveys = await Promise.all(
    ids.map((id) => {
      const row = rows.find(({ fileId }) => fileId === id);
      if (!row) throw new AppError('FILE_NOT_FOUND');
      if (!isHeightModel(row.rasterType)) throw new AppError('MAP_WITHOUT_HEIGHTS');
      return loadRaster(ctx, row);
    }),
  );
  if (new Set(surveys.map(({ projectId }) => projectId)).size > 1)
    throw new AppError('MAPS_OF_TWO_PROJECTS');
  return surveys;
}
