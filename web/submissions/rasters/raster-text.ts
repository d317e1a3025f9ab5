import type { RasterType, StaffRaster } from '#domain/rasters.ts';
import { FIGURES, type Units, valueText } from '#domain/units.ts';

export const TYPE_LABELS: Record<RasterType, string> = {
  orthophoto: 'Orthophoto',
  surface_model: 'Surface model',
  terrain_model: 'Terrain model',
  thermal: 'Thermal (degrees Celsius)',
  multispectral: 'Multispectral (NDVI)',
};

/** What was read of a raster, part by part; parts that are not known are left out. */
export function rasterFacts(raster: StaffRaster, units: Units): string[] {
  const { width, height, groundSampleDistance, area, coverage, minimum, maximum, unit } = raster;
  return [
    width === null || height === null ? '' : `${width} × ${height} pixels`,
    groundSampleDistance === null
      ? ''
      : `${FIGURES.groundSampleDistance(groundSampleDistance, units)} per pixel`,
    area === null ? '' : FIGURES.area(area, units),
    coverage === null ? '' : `${FIGURES.coverage(coverage)} covered`,
    minimum === null || maximum === null
      ? ''
      : `${valueText(minimum, unit, units)} to ${valueText(maximum, unit, units)}`,
  ].filter(Boolean);
}
