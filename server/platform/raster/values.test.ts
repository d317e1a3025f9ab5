import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { createValueReader } from './write-values.ts';
import { readValues } from './pyramid.ts';
import { readingOf, recognize, typeOfValues } from './recognize.ts';
import { DEFAULT_HEADER, type RasterHeader } from './header.ts';
import { StatisticsCollector } from './statistics.ts';
import { ValuesFile } from './values-file.ts';

const folder = temporaryFolder();

const HEADER: RasterHeader = {
  ...DEFAULT_HEADER,
  width: 601,
  height: 301,
  bands: 1,
  alpha: null,
  bits: 32,
  samples: 'float',
  isTiled: true,
  nodata: -9999,
};

test('values are stored exactly, and missing ones are left out of higher levels', async () => {
  const { width, height } = HEADER;
  const values = Float32Array.from({ length: width * height }, (_, at) =>
    at % width < 3 ? NaN : Math.fround(Math.sin(at) * 100),
  );
  const path = folder.path('values.tif');
  const file = await ValuesFile.create(path, width, height);
  await file.append(values.subarray(0, width * 256));
  await file.append(values.subarray(width * 256));
  await file.finish();
  await file.close();
  expect(file.levels).toEqual([
    [601, 301],
    [300, 150],
    [150, 75],
  ]);
  expect(await readValues(path, 0, { left: 0, top: 0, width, height })).toEqual(values);
  const above = await readValues(path, 1, { left: 0, top: 149, width: 300, height: 1 });
  const [upper, lower] = [298 * width, 299 * width];
  expect(above[0]).toBeNaN();
  expect(above[1]).toBeCloseTo(((values[upper + 3] ?? 0) + (values[lower + 3] ?? 0)) / 2, 4);
});

test('nodata, NaN and impossible heights count as missing', () => {
  const measured = createValueReader(HEADER, { as: 'band' }, 'surface_model', 1);
  const rows = Float32Array.of(-9999, NaN, -3.4e38, -32_767, 12.5);
  expect([...measured(rows, null)]).toEqual([NaN, NaN, NaN, NaN, 12.5]);
  expect([...measured(Float32Array.of(1, 2), [0, 255])]).toEqual([NaN, 2]);
});

test('the vegetation index is computed from red and near infrared', () => {
  const header = { ...HEADER, bands: 2, nodata: 0, bits: 16, samples: 'unsigned' as const };
  const reading = readingOf('multispectral', header);
  const measured = createValueReader(header, reading, 'multispectral', 2);
  expect([...measured([1000, 3000, 0, 0, 500, 500], null)]).toEqual([0.5, NaN, 0]);
});

test('the extremes and the middle 96 percent of many values are right', () => {
  const statistics = new StatisticsCollector(1_000_000, 1000);
  for (let row = 0; row < 1000; row++)
    statistics.add(Float32Array.from({ length: 1000 }, (_, x) => (x === 0 ? NaN : row + x / 1000)));
  const { count, minimum, maximum, low, high } = statistics.get() ?? {};
  expect(count).toBe(999_000);
  expect(minimum).toBeCloseTo(0.001, 4);
  expect(maximum).toBeCloseTo(999.999, 2);
  expect(Math.round(Number(low) / 10)).toBe(2);
  expect(Math.round(Number(high) / 10)).toBe(98);
});

const color = { ...HEADER, bits: 8, samples: 'unsigned' as const };
test.each([
  ['site.tif', { ...color, bands: 3 }, 'orthophoto'],
  ['grey.tif', color, 'orthophoto'],
  ['dsm.tif', HEADER, 'surface_model'],
  ['Site_DTM_2026.tif', HEADER, 'terrain_model'],
  ['survey.tif', { ...HEADER, names: ['temperature degc'] }, 'thermal'],
  ['index.tif', HEADER, 'surface_model'],
  ['red-nir.tif', { ...HEADER, bands: 2 }, 'multispectral'],
  ['reflectance of red, green and blue.tif', { ...HEADER, bands: 3 }, 'orthophoto'],
  ['four.tif', { ...color, bands: 4, bits: 16 }, 'orthophoto'],
  ['field-multispectral.tif', { ...color, bands: 4, bits: 16 }, 'multispectral'],
  ['named.tif', { ...HEADER, bands: 4, names: ['red', 'green', 'blue', 'nir'] }, 'multispectral'],
  ['five.tif', { ...HEADER, bands: 5 }, 'orthophoto'],
  ['counts.tif', { ...color, bits: 16 }, 'orthophoto'],
] as const)('%s is recognized by its name, bands and samples', (name, header, type) => {
  expect(recognize({ ...header, names: [...header.names] }, name)).toBe(type);
});

test('an unnamed band from -1 to 1 is an index, and named bands may be in any order', () => {
  const ends = { minimum: -0.4, maximum: 0.9 };
  expect(typeOfValues(HEADER, 'field.tif', ends)).toBe('multispectral');
  expect(typeOfValues(HEADER, 'field-dsm.tif', ends)).toBe('surface_model');
  // These values could just as well be reflectances of a single band.
  expect(typeOfValues(HEADER, 'field.tif', { minimum: 0, maximum: 0.9 })).toBe('orthophoto');
  const names = ['nir', 'red edge', 'red', 'green', 'blue'];
  expect(readingOf('multispectral', { ...HEADER, bands: 5, names })).toEqual({
    as: 'ndvi',
    red: 2,
    nir: 0,
  });
});
