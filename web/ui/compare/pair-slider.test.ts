import { expect, it } from 'vitest';
import { scaleForRotation } from './pair-slider.tsx';

it.each([
  [0, 1],
  [180, 1],
  [90, 16 / 9],
  [-90, 16 / 9],
  [30, Math.sqrt(3) / 2 + 8 / 9],
])('a picture rotated by %d degrees fills a 16:9 frame at scale %d', (turn, growth) => {
  expect(scaleForRotation(turn)).toBeCloseTo(growth, 9);
});
