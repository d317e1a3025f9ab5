import { expect, test } from 'vitest';
import type { StaffRaster } from '#domain/rasters.ts';
import { rasterFacts } from './raster-text.ts';

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
  metresFromProject: null,
  reason: null,
  unit: null,
  minimum: null,
  maximum: null,
  groundSampleDistance: null,
  area: null,
  coverage: null,
  ...changes,
});

test('what was read of a map is said in US units and metric, as heights of photos are', () => {
  const facts = rasterFacts(
    raster({
      width: 5472,
      height: 3648,
      groundSampleDistance: 0.0305,
      area: 24_000,
      coverage: 0.98,
      minimum: 330.1,
      maximum: 342.2,
      unit: 'm',
    }),
  );
  expect(facts).toEqual([
    '5472 × 3648 pixels',
    '1.2 in (3.1 cm) per pixel',
    '5.93 ac (2.40 ha)',
    '98% covered',
    '1,083.0 to 1,122.7 ft (330.1 to 342.2 m)',
  ]);
});

test.each([
  ['ft_us', '15.0 to 1,000.0 ft (4.6 to 304.8 m)'],
  ['celsius', '59.0 to 1,832.0 °F (15.0 to 1,000.0 °C)'],
  [null, '15.0 to 1,000.0'],
] as const)(
  'values that are stored as %s say both, too, and an index says its own',
  (unit, said) => {
    expect(rasterFacts(raster({ minimum: 15, maximum: 1000, unit }))).toEqual([said]);
  },
);
