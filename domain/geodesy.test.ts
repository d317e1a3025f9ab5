import { expect, test } from 'vitest';
import { areaOf, distanceBetween, lengthOf } from './geodesy.ts';

test('the distance from Flinders Peak to Buninyong matches the Australian geodetic manual', () => {
  const flindersPeak = [144.424_867_888_89, -37.951_033_416_67] as const;
  const buninyong = [143.926_495_527_78, -37.652_821_138_89] as const;
  expect(distanceBetween(flindersPeak, buninyong)).toBeCloseTo(54_972.271, 3);
  expect(lengthOf([flindersPeak, buninyong, flindersPeak])).toBeCloseTo(109_944.542, 2);
});

test('antipodes are half the globe apart', () => {
  expect(distanceBetween([0, 0], [180, 0.1]) / 1000).toBeCloseTo(20_000, -2);
  expect(distanceBetween([7, 46], [7, 46])).toBe(0);
});

test('a quarter of the ellipsoid is a quarter of 510,065,621.724 km²', () => {
  const lune = [
    [0, -90],
    [90, -90],
    [90, 90],
    [0, 90],
  ] as const;
  expect(areaOf(lune) / 1e6).toBeCloseTo(127_516_405.431, 2);
});

test('an area across the date line is the same as elsewhere, in either direction', () => {
  const around = (lon: number) =>
    [
      [lon - 0.001, 50],
      [((lon + 181.001) % 360) - 180 - 1 + 0, 50],
      [((lon + 181.001) % 360) - 180 - 1 + 0, 50.001],
      [lon - 0.001, 50.001],
    ] as const;
  expect(areaOf(around(180))).toBeCloseTo(areaOf(around(10)), 3);
  expect(areaOf(around(10).toReversed())).toBeCloseTo(areaOf(around(10)), 6);
});
