import { expect, test } from 'vitest';
import {
  compose,
  homographyOf,
  inverse,
  mapPoint,
  matrix3d,
  resized,
  IDENTITY,
  type Homography,
} from './homography.ts';

/** A photo rotated slightly and seen slightly from the side. */
const TILTED: Homography = [0.97, 0.05, 80, -0.04, 1.02, -30, 1e-5, -2e-5, 1];

test('the inverse maps a point back', () => {
  const [x, y] = mapPoint(compose(inverse(TILTED), TILTED), [1234, 567]);
  expect([x, y].map((value) => value.toFixed(6))).toEqual(['1234.000000', '567.000000']);
});

test('compose applies the second argument first', () => {
  const twice: Homography = [2, 0, 0, 0, 2, 0, 0, 0, 1];
  const [x, y] = mapPoint(TILTED, [100, 200]);
  expect(mapPoint(compose(twice, TILTED), [100, 200])).toEqual([x * 2, y * 2]);
});

test('resized photos map the same points onto each other', () => {
  const full = { width: 4000, height: 3000 };
  const from = { is: full, shown: { width: 800, height: 600 } };
  const to = { is: full, shown: { width: 400, height: 300 } };
  const [x, y] = mapPoint(TILTED, [2000, 1000]);
  const [u, v] = mapPoint(resized(TILTED, from, to), [400, 200]);
  expect(u).toBeCloseTo(x / 10, 6);
  expect(v).toBeCloseTo(y / 10, 6);
});

test('rejects invalid matrices', () => {
  expect(homographyOf([1, 0, 0, 0, 1, 0, 0, 0])).toBeNull();
  expect(homographyOf([1, 0, 0, 0, 1, 0, 0, 0, NaN])).toBeNull();
  expect(homographyOf([1, 2, 0, 2, 4, 0, 0, 0, 1])).toBeNull();
});

test('CSS gets the numbers column by column', () => {
  expect(matrix3d([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe('matrix3d(1,4,0,7,2,5,0,8,0,0,1,0,3,6,0,9)');
  expect(matrix3d(IDENTITY)).toBe('matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)');
});
