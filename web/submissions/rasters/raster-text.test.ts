import { expect, test } from 'vitest';
import type { StaffRaster } from '#domain/rasters.ts';
import { rasterFacts } from './raster-panel.tsx';

const raster = (changes: Partial<StaffRaster>): StaffRaster => ({
  fileId: '0199f0c2-0000-7000-8000-000000000000',
  fileName: 'site.tif',
  state: 'ready',
  progress: null,
  rasterType: 'orthophoto',
  possibleTypes: ['orthophoto'],
  width: null,
  height: null,
  epsg: null,
  hasPosition: true,
  isMap: true,
  uncertainty: null,
  metersFromProject: null,
  reason: null,
  unit: null,
  minimum: null,
  maximum: null,
  groundSampleDistance: null,
  area: null,
  coverage: null,
  ...changes,
});

const MAP = raster({
  width: 5472,
  height: 3648,
  groundSampleDistance: 0.0305,
  area: 24_000,
  coverage: 0.98,
  minimum: 330.1,
  maximum: 342.2,
  unit: 'm',
});

test.each([
  ['us', '1.2\u00A0in', '5.9\u00A0ac', '1,083.0\u00A0ft to 1,122.7\u00A0ft'],
  ['metric', '3.1\u00A0cm', '2.4\u00A0ha', '330.1\u00A0m to 342.2\u00A0m'],
] as const)('describes a map in %s units', (units, distance, area, heights) => {
  expect(rasterFacts(MAP, units)).toEqual([
    '5472 × 3648 pixels',
    `${distance} per pixel`,
    area,
    '98.0% covered',
    heights,
  ]);
});
