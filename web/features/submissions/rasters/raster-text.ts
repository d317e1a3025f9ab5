import type { RasterType, StaffRaster } from '#domain/rasters.ts';
import { ACRE, FOOT, US_SURVEY_FOOT } from '#domain/units.ts';

export const TYPE_LABELS: Record<RasterType, string> = {
  orthophoto: 'Orthophoto',
  surface_model: 'Surface model',
  terrain_model: 'Terrain model',
  thermal: 'Thermal (degrees Celsius)',
  multispectral: 'Multispectral (NDVI)',
};

const HECTARE = 10_000;
const INCH = FOOT / 12;

const rounded = (value: number, digits: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

type Ends = { minimum: number; maximum: number };

const rangeText = ({ minimum, maximum }: Ends, read: (value: number) => number) =>
  `${rounded(read(minimum), 1)} to ${rounded(read(maximum), 1)}`;

/** Of heights in feet and meters, whatever they are stored in: '1,083.0 to 1,122.7 ft (330.1 to 342.2 m)'. */
function valuesText(ends: Ends, unit: StaffRaster['unit']): string {
  const range = (read: (value: number) => number) => rangeText(ends, read);
  if (unit === null) return range((value) => value);
  if (unit === 'celsius')
    return `${range((value) => value * 1.8 + 32)} °F (${range((value) => value)} °C)`;
  const size = unit === 'ft_us' ? US_SURVEY_FOOT : 1;
  return `${range((value) => (value * size) / FOOT)} ft (${range((value) => value * size)} m)`;
}

/** What was read of a raster, part by part; parts that are not known are left out. */
export function rasterFacts(raster: StaffRaster): string[] {
  const { width, height, groundSampleDistance, area, coverage, minimum, maximum, unit } = raster;
  return [
    width === null || height === null ? '' : `${width} × ${height} pixels`,
    groundSampleDistance === null
      ? ''
      : `${rounded(groundSampleDistance / INCH, 1)} in (${rounded(groundSampleDistance * 100, 1)} cm) per pixel`,
    area === null ? '' : `${rounded(area / ACRE, 2)} ac (${rounded(area / HECTARE, 2)} ha)`,
    coverage === null ? '' : `${rounded(coverage * 100, 0)}% covered`,
    minimum === null || maximum === null ? '' : valuesText({ minimum, maximum }, unit),
  ].filter(Boolean);
}
