import { typesFor, type StaffRaster } from '#domain/rasters.ts';
import type { RasterRow } from './queries.ts';

/** A raster for staff. */
export const presentRaster = (row: RasterRow): StaffRaster => ({
  fileId: row.id,
  fileName: row.fileName,
  state: row.state,
  progress: row.progress,
  rasterType: row.rasterType,
  possibleTypes: row.bands === null ? [] : [...typesFor(row.bands)],
  width: row.width,
  height: row.height,
  epsg: row.epsg,
  hasPosition: row.affine !== null,
  isMap: row.state === 'ready' && row.proj4 !== null,
  reason: row.errorMessage ?? row.unplacedReason,
  unit: row.unit,
  minimum: row.minimum,
  maximum: row.maximum,
  groundSampleDistance: row.groundSampleDistance,
  area: row.area,
  coverage: row.coverage,
});
