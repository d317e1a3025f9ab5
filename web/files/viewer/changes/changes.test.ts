import { expect, test } from 'vitest';
import { IDENTITY, type Homography, type Rectangle } from '#domain/homography.ts';
import { findChanges, type AlignedPixels } from './find-changes.ts';
import { outlineChanges } from './outline-changes.ts';

const GRID = { width: 240, height: 180 };
const BLOCK: Rectangle = { left: 60, top: 50, width: 60, height: 50 };

type Color = readonly [red: number, green: number, blue: number];

/** A picture whose pixels are `colorAt`. */
function picture(
  colorAt: (x: number, y: number) => Color,
  onGrid: Homography = IDENTITY,
): AlignedPixels {
  const data = new Uint8ClampedArray(GRID.width * GRID.height * 4);
  for (let y = 0; y < GRID.height; y++)
    for (let x = 0; x < GRID.width; x++)
      data.set([...colorAt(x, y), 255], (y * GRID.width + x) * 4);
  return { pixels: { ...GRID, data }, onGrid };
}

/** A pseudo-random number from 0 to 1 for a point. */
const randomAt = (seed: number, x: number, y: number) => {
  const value = Math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43_758.5453;
  return value - Math.floor(value);
};

/** Gray ground with a random texture for each `seed`. */
const ground =
  (seed: number) =>
  (x: number, y: number): Color => {
    const [left, top] = [Math.floor(x / 3), Math.floor(y / 3)];
    const [across, down] = [x / 3 - left, y / 3 - top];
    const row = (at: number) =>
      randomAt(seed, left, at) * (1 - across) + randomAt(seed, left + 1, at) * across;
    const light = 40 + 170 * (row(top) * (1 - down) + row(top + 1) * down);
    return [light, light, light];
  };
const isIn = (x: number, y: number) =>
  x >= BLOCK.left && x < BLOCK.left + BLOCK.width && y >= BLOCK.top && y < BLOCK.top + BLOCK.height;

const outlinesOf = (before: AlignedPixels, after: AlignedPixels) =>
  outlineChanges(findChanges(before, after, GRID), GRID);

/** Bounding box of a path, in grid points. */
function boxOf(path: string): Rectangle {
  const points = [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [xs, ys] = [0, 1].map((at) => points.map((point) => point[at] ?? 0)) as [
    number[],
    number[],
  ];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

test('marks a new object in place', () => {
  const after = picture((x, y) => ground(isIn(x, y) ? 2 : 1)(x, y));
  const outlines = outlinesOf(picture(ground(1)), after);
  const box = boxOf(outlines.join(''));
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(Math.abs(box[side] - BLOCK[side])).toBeLessThan(12);
});

test('ignores light, haze and a small shift of the camera', () => {
  const aside: Homography = [1, 0, 2, 0, 1, -1, 0, 0, 1];
  const hazy = picture((x, y) => {
    const [light] = ground(1)(x + 3, y);
    return [0.5 * light + 70, 0.5 * light + 75, 0.5 * light + 90];
  }, aside);
  expect(outlinesOf(picture(ground(1)), hazy)).toEqual([]);
});

test('marks a change of color on an even surface', () => {
  const before = picture(() => [150, 140, 120]);
  const after = picture((x, y) => (isIn(x, y) ? [60, 90, 190] : [150, 140, 120]));
  expect(outlinesOf(before, after)).toHaveLength(1);
});

/** Gray with the low contrast of asphalt. */
const asphalt = (x: number, y: number): Color => {
  const light = 90 + 8 * randomAt(1, Math.floor(x / 3), Math.floor(y / 3));
  return [light, light, light];
};
/** Asphalt with a bright car with dark windows. */
const roadWithCar = (left: number) =>
  picture((x, y) => {
    const [across, down] = [x - left, y - 80];
    if (across < 0 || across >= 18 || down < 0 || down >= 9) return asphalt(x, y);
    return across > 5 && across < 13 ? [20, 20, 25] : [235, 235, 235];
  });

test('marks a new building but not a moved car', () => {
  expect(outlinesOf(roadWithCar(40), roadWithCar(150))).toEqual([]);
  const built = picture((x, y) => (isIn(x, y) ? ground(2)(x, y) : asphalt(x, y)));
  expect(outlinesOf(picture(asphalt), built)).toHaveLength(1);
});

/** A wall with windows; if `isScaffolded`, behind tubes and planks. */
const facade = (isScaffolded: boolean) =>
  picture((x, y) => {
    if (!isIn(x, y)) return asphalt(x, y);
    if (isScaffolded && (y % 3 < 2 || x % 5 === 0)) return [190, 190, 190];
    return x % 10 < 5 && y % 12 < 7 ? [60, 60, 60] : [190, 190, 190];
  });

test('marks a facade as one change when its scaffolding is removed', () => {
  const outlines = outlinesOf(facade(true), facade(false));
  expect(outlines).toHaveLength(1);
  const { width, height } = boxOf(outlines.join(''));
  expect(width * height).toBeGreaterThan(0.7 * BLOCK.width * BLOCK.height);
});

test('includes the plain roof of a new building in its outline', () => {
  const isRoof = (x: number, y: number) => Math.abs(x - 90) < 18 && Math.abs(y - 75) < 14;
  const built = picture((x, y) => (isIn(x, y) && !isRoof(x, y) ? ground(2)(x, y) : asphalt(x, y)));
  const [outline = ''] = outlinesOf(picture(asphalt), built);
  expect(outline.match(/M/g)).toHaveLength(1);
});

test('ignores the shadow of a cloud, even on soil', () => {
  const soil = (x: number, y: number): Color => {
    const [light] = asphalt(x, y);
    return x < 100 ? [1.8 * light, light, 0.4 * light] : [light, light, light];
  };
  const shaded = picture((x, y) => {
    const [r, g, b] = soil(x, y);
    const light = 1 - 0.5 * Math.exp(-((x - 50) ** 2 + (y - 90) ** 2) / 2500);
    return [light * r, light * g, light * b];
  });
  expect(outlinesOf(picture(soil), shaded)).toEqual([]);
});

test('ignores the noise of dark photos', () => {
  const noisy = (seed: number) =>
    picture((x, y) => {
      const light = 12 + 10 * randomAt(seed, x, y);
      return [light, light, light];
    });
  expect(outlinesOf(noisy(1), noisy(2))).toEqual([]);
});

test('marks only the eight largest changes', () => {
  const after = picture((x, y) => ground(x % 60 < 30 && y % 45 < 25 ? 2 : 1)(x, y));
  expect(outlinesOf(picture(ground(1)), after)).toHaveLength(8);
});

test('ignores changes as small as a leaf', () => {
  const after = picture((x, y) => ground(x < 3 && y < 3 ? 2 : 1)(x, y));
  expect(outlinesOf(picture(ground(1)), after)).toEqual([]);
});
