import { Measure, MeasureResult, type Measurement } from '#domain/measurements.ts';
import type { ProjectMaps, Raster, SiteOrthophoto } from '#domain/rasters.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import type { MeasurementRow, OrthophotoRow, RasterRow } from './queries.ts';

type Bounds = Pick<RasterRow, 'west' | 'south' | 'east' | 'north'>;
type Weeks = ProjectMaps['weeks'];

/** Groups rasters by submission. Rows must be sorted by submission. */
export function presentWeeks(signer: Signer, recipient: Recipient, rows: readonly RasterRow[]) {
  const weeks: Weeks = [];
  for (const row of rows) {
    const { submissionId, title, recordedDate } = row;
    const last = weeks.at(-1);
    const week =
      last?.submissionId === submissionId
        ? last
        : { submissionId, title, recordedDate, rasters: [] };
    if (week !== last) weeks.push(week);
    week.rasters.push(presentRaster(signer, recipient, row));
  }
  return weeks;
}

const presentRaster = (signer: Signer, recipient: Recipient, row: RasterRow): Raster => ({
  fileId: row.fileId,
  fileName: row.fileName,
  rasterType: row.rasterType,
  width: row.width,
  height: row.height,
  epsg: row.epsg,
  bounds: boundsOf(row),
  uncertainty: row.uncertainty,
  minZoom: row.minZoom,
  maxZoom: row.maxZoom,
  minimum: row.minimum,
  maximum: row.maximum,
  low: row.low,
  high: row.high,
  unit: row.unit,
  groundSampleDistance: row.groundSampleDistance,
  area: row.area,
  coverage: row.coverage,
  mediaUrl: derivativesUrl(signer, recipient, row.fileId, tilesVersion(row)),
});

function boundsOf({ west, south, east, north }: Bounds): Raster['bounds'] {
  if (west === null || south === null || east === null || north === null) return null;
  return { west, south, east, north };
}

/** Returns {} if the raster isn't a map. */
export function presentOrthophoto(
  signer: Signer,
  recipient: Recipient,
  row: OrthophotoRow,
): SiteOrthophoto[] {
  const { projectId, fileId, day, minZoom, maxZoom } = row;
  const bounds = boundsOf(row);
  if (!bounds || minZoom === null || maxZoom === null) return [];
  const mediaUrl = derivativesUrl(signer, recipient, fileId, tilesVersion(row));
  return [{ projectId, fileId, day, bounds, minZoom, maxZoom, mediaUrl }];
}

/**
 * In seconds. Part of tile URLs, because browsers cache tiles and a raster that was processed or placed again needs new
 * ones.
 */
export const tilesVersion = ({ updatedAt }: { updatedAt: Date }): number =>
  Math.floor(updatedAt.getTime() / 1000);

export function presentMeasurement(row: MeasurementRow): Measurement | null {
  const [measure, result] = [Measure.safeParse(row.measure), MeasureResult.safeParse(row.result)];
  if (!measure.success || !result.success) return null;
  return {
    id: row.id,
    submissionId: row.submissionId,
    title: row.title,
    measure: measure.data,
    result: result.data,
    createdBy: row.personName,
    mayChange: row.mayChange,
    createdAt: row.createdAt.toISOString(),
  };
}
