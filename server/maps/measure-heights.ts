import { lengthOf } from '#domain/geodesy.ts';
import { AppError } from '#domain/errors.ts';
import type { Measure, MeasureResult } from '#domain/measurements.ts';
import { changeWithin } from '#server/platform/raster/change.ts';
import { heightAt, profileAlong } from '#server/platform/raster/heights.ts';
import type { RenderedRaster } from '#server/platform/raster/tile.ts';
import { volumeWithin } from '#server/platform/raster/volume.ts';

type HeightMeasure = Exclude<Measure, { kind: 'distance' | 'area' }>;

/** The earlier raster is needed only to measure a change. Throws FILE_NOT_FOUND or MEASURED_OUTSIDE. */
export async function measureHeights(
  [survey, earlier]: readonly RenderedRaster[],
  measure: HeightMeasure,
): Promise<MeasureResult> {
  if (!survey) throw new AppError('FILE_NOT_FOUND');
  switch (measure.kind) {
    case 'height':
      return { kind: 'height', height: await heightAt(survey, measure.at) };
    case 'profile': {
      const length = lengthOf(measure.line);
      return { kind: 'profile', length, points: await profileAlong(survey, measure.line, length) };
    }
    case 'volume': {
      const { corners, base } = measure;
      return { kind: 'volume', ...assertMeasured(await volumeWithin(survey, corners, base)) };
    }
    case 'change': {
      if (!earlier) throw new AppError('FILE_NOT_FOUND');
      const { corners } = measure;
      return { kind: 'change', ...assertMeasured(await changeWithin(survey, earlier, corners)) };
    }
  }
}

function assertMeasured<T>(found: T | null): T {
  if (found === null) throw new AppError('MEASURED_OUTSIDE');
  return found;
}
