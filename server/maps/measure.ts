import { LRUCache } from 'lru-cache';
import { areaOf, lengthOf } from '#domain/geodesy.ts';
import { AppError } from '#domain/errors.ts';
import type { MapPosition, Measure, MeasureResult } from '#domain/measurements.ts';
import { isHeightModel, type SurveyPair, type SurveyResidual } from '#domain/rasters.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { createWorkQueue } from '#server/platform/limit/work-queues.ts';
import { loadRaster } from './load-raster.ts';
import { findRasters } from './queries.ts';

/** At most two run and 20 wait, because anyone with a link can request measurements. */
const lanes = createWorkQueue(2, 20);

/** Everyone who opens the same change map gets the same answer. */
const residuals = new LRUCache<string, { residual: SurveyResidual | null }>({ max: 500 });

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

/** Throws FILE_NOT_FOUND, MAP_WITHOUT_HEIGHTS, MAP_WITHOUT_PLACE, MAPS_OF_TWO_PROJECTS or TOO_BUSY. */
export async function residualOf(
  ctx: Needs,
  viewer: Viewer,
  { fileId, earlierFileId }: SurveyPair,
): Promise<{ residual: SurveyResidual | null }> {
  const [later, earlier] = await surveysOf(ctx, viewer, [fileId, earlierFileId]);
  if (!later || !earlier) throw new AppError('FILE_NOT_FOUND');
  const key = JSON.stringify(
    [later, earlier].map(({ paths, proj4, affine }) => [paths.values, proj4, affine]),
  );
  const known = residuals.get(key);
  if (known) return known;
  const { residualBetween } = await import('#server/platform/raster/residual.ts');
  const found = { residual: await lanes(() => residualBetween(later, earlier)) };
  residuals.set(key, found);
  return found;
}

/** Heights in meters of the cells at the positions; null where there is no value. Throws the errors of residualOf. */
export async function heightsOf(
  ctx: Needs,
  viewer: Viewer,
  fileId: string,
  positions: readonly MapPosition[],
): Promise<(number | null)[]> {
  const [survey] = await surveysOf(ctx, viewer, [fileId]);
  if (!survey) throw new AppError('FILE_NOT_FOUND');
  const { heightAt } = await import('#server/platform/raster/heights.ts');
  return lanes(() => Promise.all(positions.map((at) => heightAt(survey, at))));
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
