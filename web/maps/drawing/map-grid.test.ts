import { expect, it } from 'vitest';
import { fitsHorizontally, fitsVertically } from './map-grid.ts';

it.each([340, 750])(
  'hides longitude labels that the edge of a %i px wide map would cut off',
  (width) => {
    const whole = [39, 40, width - 40, width - 39].map((x) => fitsHorizontally({ x, width }));
    expect(whole).toEqual([false, true, true, false]);
  },
);

it.each([360, 600])('hides latitude labels behind the controls of a %i px high map', (height) => {
  const free = [20, 97, 98, height - 44, height - 43].map((y) => fitsVertically({ y, height }));
  expect(free).toEqual([false, false, true, true, false]);
});
