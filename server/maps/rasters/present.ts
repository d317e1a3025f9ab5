import { typesFor, type StaffRaster } from '#domain/rasters.ts';
import { distanceMeters } from '#domain/viewpoints.ts';
import type { RasterRow } from './queries.ts';

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
  uncertainty: row.uncertainty,
  metersFromProject: metersFromProject(row),
  reason: row.errorMessage ?? row.unplacedReason,
  unit: row.unit,
  minimum: row.minimum,
  maximum: row.maximum,
  groundSampleDistance: row.groundSampleDistance,
  area: row.area,
  coverage: row.coverage,
});

function metersFromProject({ latitude, longitude, ...bounds }: RasterRow): number | null {
  const { west, south, east, north } = bounds;
  if (latitude === null || longitude === null) return null;
  if (west === null || south === null || east === null || north === null) return null;
  const nearest = {
    latitude: Math.min(north, Math.max(south, latitude)),
    longitude: Math.min(east, Math.max(west, longitude)),
  };
  return distanceMeters({ latitude, longitude }, nearest);
}
