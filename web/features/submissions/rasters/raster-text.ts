import type { RasterType, StaffRaster } from '#domain/rasters.ts';

export const TYPE_LABELS: Record<RasterType, string> = {
  orthophoto: 'Orthophoto',
  surface_model: 'Surface model',
  terrain_model: 'Terrain model',
  thermal: 'Thermal (degrees Celsius)',
  multispectral: 'Multispectral (NDVI)',
};

const UNITS = { m: 'm', ft_us: 'ft', celsius: '°C' } as const;
const SQUARE_METERS_A_HECTARE = 10_000;

const rounded = (value: number, digits: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What was read of a raster, part by part; parts that are not known are left out. */
export function rasterFacts(raster: StaffRaster): string[] {
  const { width, height, groundSampleDistance, area, coverage, minimum, maximum, unit } = raster;
  return [
    width === null || height === null ? '' : `${width} x ${height} pixels`,
    groundSampleDistance === null ? '' : `${rounded(groundSampleDistance * 100, 1)} cm a pixel`,
    area === null ? '' : `${rounded(area / SQUARE_METERS_A_HECTARE, 2)} ha`,
    coverage === null ? '' : `${rounded(coverage * 100, 0)}% covered`,
    minimum === null || maximum === null
      ? ''
      : `${rounded(minimum, 1)} to ${rounded(maximum, 1)}${unit ? ` ${UNITS[unit]}` : ''}`,
  ].filter(Boolean);
}
