import { expect, test } from 'vitest';
import { commonArea, commonRectangle } from './common-area.ts';
import type { Homography } from './homography.ts';

const SIZE = { width: 400, height: 300 };
const moved = (x: number, y: number): Homography => [1, 0, x, 0, 1, y, 0, 0, 1];

test('shifted photos share the area that all cover, in the proportions of the reference', () => {
  expect(commonRectangle([moved(40, 0), moved(-40, 0)], [SIZE, SIZE], SIZE)).toMatchObject({
    width: expect.closeTo(320, 2),
    height: expect.closeTo(240, 2),
    left: expect.closeTo(40, 2),
  });
  expect(commonArea([moved(40, 0), moved(-40, 0)], [SIZE, SIZE], SIZE)).toBeCloseTo(320 * 300, 6);
});

test('photos that barely overlap have no common area', () => {
  expect(commonRectangle([moved(390, 0)], [SIZE], SIZE)).toBeNull();
  expect(commonArea([moved(500, 0)], [SIZE], SIZE)).toBe(0);
});

test('a rotated photo loses its corners', () => {
  const [cos, sin] = [Math.cos(0.1), Math.sin(0.1)];
  const turned: Homography = [
    cos,
    -sin,
    200 - cos * 200 + sin * 150,
    sin,
    cos,
    150 - sin * 200 - cos * 150,
    0,
    0,
    1,
  ];
  // The rotated corner must stay within half the photo's height.
  const share = 150 / (200 * sin + 150 * cos);
  expect(commonRectangle([turned], [SIZE], SIZE)?.width).toBeCloseTo(400 * share, 1);
});
