import { expect, test } from 'vitest';
import { makeSurface, SURFACES } from '#test/fixtures/rasters.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { randomFrom } from '#test/random.ts';
import { residualBetween } from './residual.ts';

const { path } = temporaryFolder();
const UTM = SURFACES['UTM north'];
if (!UTM) throw new Error('There is no surface.');
const [CELL, WEST, NORTH] = [0.25, UTM.affine[2], UTM.affine[5]];

const [WIDTH, HEIGHT] = [700, 500];

let made = 0;
const survey = (heights: (at: number) => number, { east = 0, north = 0 } = {}) =>
  makeSurface(
    path(''),
    { epsg: UTM.epsg, affine: [CELL, 0, WEST + east, 0, -CELL, NORTH + north] },
    (column, row) => heights(row * WIDTH + column),
    { name: `survey ${made++}` },
  );

const slope = (at: number) => 200 + (at % WIDTH) / 40 + at / WIDTH / 70;

/** Piles and pits on a slope. */
function pilesOnSlope(): Float32Array {
  const random = randomFrom(7);
  const heights = Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => slope(at));
  for (let pile = 0; pile < 400; pile++) {
    const [x, y] = [Math.floor(random() * WIDTH), Math.floor(random() * HEIGHT)];
    const [radius, height] = [3 + random() * 12, random() * 3 - 1];
    const reach = Math.ceil(radius * 3);
    for (let row = Math.max(0, y - reach); row < Math.min(HEIGHT, y + reach); row++)
      for (let column = Math.max(0, x - reach); column < Math.min(WIDTH, x + reach); column++) {
        const distance = Math.hypot(column - x, row - y) / radius;
        const at = row * WIDTH + column;
        heights[at] = (heights[at] ?? 0) + height * Math.exp(-(distance ** 2));
      }
  }
  return heights;
}
const SITE = pilesOnSlope();

/** As photogrammetry adds it. */
function noisy(heights: (at: number) => number, seed: number, range = 0.1) {
  const random = randomFrom(seed);
  return (at: number) => heights(at) + (random() - 0.5) * range;
}
const siteHeight = (at: number) => SITE[at] ?? NaN;

test.each([
  { east: 0, north: 0, up: 0 },
  { east: 0.3, north: -0.4, up: 0.12 },
  { east: -6.3, north: 4.1, up: -1.4 },
])('the shift $east, $north, $up is measured, although a third was dug out', async (shift) => {
  const dug = (at: number) => {
    const column = at % WIDTH;
    return siteHeight(at) + (column > 460 ? -4 + 3 * Math.sin(column / 9) : 0);
  };
  const earlier = await survey(noisy(siteHeight, 1));
  const later = await survey(
    noisy((at) => dug(at) + shift.up, 2),
    shift,
  );
  const found = await residualBetween(later, earlier);
  const { east, north, up } = shift;
  expect(Math.abs((found?.east ?? NaN) - east)).toBeLessThan(0.4 * CELL);
  expect(Math.abs((found?.north ?? NaN) - north)).toBeLessThan(0.4 * CELL);
  expect(found?.up).toBeCloseTo(up, 1);
  expect(found?.pixels).toBeCloseTo(Math.hypot(east, north, up) / CELL, 0);
});

test('on ground without shapes, only the difference in height is known', async () => {
  const earlier = await survey(noisy(slope, 1));
  const later = await survey(noisy((at) => slope(at) + 0.4, 2));
  const found = await residualBetween(later, earlier);
  expect(found).toMatchObject({ east: null, north: null, up: expect.closeTo(0.4, 2) });
});

test('surveys of different ground have no residual', async () => {
  const earlier = await survey(siteHeight);
  const later = await survey(siteHeight, { east: 5000 });
  expect(await residualBetween(later, earlier)).toBeNull();
});
