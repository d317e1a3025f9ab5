import { expect, it } from 'vitest';
import { scaleForRotation } from './pair-slider.tsx';

it.each([
  [0, 1],
  [180, 1],
  [90, 16 / 9],
  [-90, 16 / 9],
  [30, Math.sqrt(3) / 2 + 8 / 9],
])(
  'a picture turned by %d degrees fills a frame of 16 : 9 when it is %d times as large',
  (turn, growth) => {
    expect(scaleForRotation(turn)).toBeCloseTo(growth, 9);
  },
);
