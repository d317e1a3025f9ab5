import { expect, test } from 'vitest';
import { placedRaster as raster } from '#test/fixtures/georeferenced-raster.ts';
import { figuresOf, uncertaintiesOf } from './figures.tsx';

const PHOTO = raster('orthophoto', { area: 24_000, groundSampleDistance: 0.012, coverage: 0.987 });
const HEIGHTS = raster('surface_model', {
  area: 21_000,
  groundSampleDistance: 0.048,
  coverage: 0.9,
  minimum: 330.1,
  maximum: 342.2,
  unit: 'm',
});

const values = (...order: Parameters<typeof figuresOf>) =>
  figuresOf(...order).map(({ value }) => value);

test('lists the figures of the layer shown', () => {
  expect(values({ shown: [PHOTO] }, 'metric')).toEqual(['2.4\u00A0ha', '1.2\u00A0cm', '98.7%']);
  expect(values({ shown: [HEIGHTS] }, 'metric')).toEqual([
    '2.1\u00A0ha',
    '4.8\u00A0cm',
    '342\u00A0m',
    '90.0%',
  ]);
});

test('adds the height of the site to layers without heights', () => {
  const both = { shown: [PHOTO], heights: HEIGHTS };
  expect(values(both, 'metric')).toEqual(['2.4\u00A0ha', '1.2\u00A0cm', '342\u00A0m', '98.7%']);
  const terrain = raster('terrain_model', { minimum: 328, maximum: 336, unit: 'm' });
  expect(values({ shown: [terrain], heights: HEIGHTS }, 'metric')).toEqual(['336\u00A0m']);
});

test('lists no figures for a map without data', () => {
  expect(figuresOf({ shown: [] }, 'us')).toEqual([]);
  expect(figuresOf({ shown: [raster('thermal', {})] }, 'us')).toEqual([]);
});

test('names each map that may be off, with its day in comparisons', () => {
  const uncertain = (fileName: string, uncertainty: number | null) =>
    raster('orthophoto', { fileName, uncertainty });
  const [near, exact, far] = [
    uncertain('a.tif', 10),
    uncertain('b.tif', null),
    uncertain('far.tif', 362),
  ];
  const site = [near, exact];
  expect(
    uncertaintiesOf({ sides: [[near, exact, far], []], site }, ['Nov 14', null], 'us'),
  ).toEqual(['a.tif: Position may be up to 33\u00A0ft off.']);
  expect(uncertaintiesOf({ sides: [[exact], [near]], site }, ['Nov 14', 'Nov 21'], 'us')).toEqual([
    'Nov 21, a.tif: Position may be up to 33\u00A0ft off.',
  ]);
});
