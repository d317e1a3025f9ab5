// No zod here, to keep the share page's script small.

/**
 * 3 x 3, row by row; the last number is 1 unless the image passes through infinity. Points are in pixels from the top
 * left corner, as in CSS: the center of the first pixel is (0.5, 0.5).
 */
export type Homography = readonly [
  number, number, number,
  number, number, number,
  number, number, number,
]; // prettier-ignore
export type Point = readonly [x: number, y: number];
export type Size = { width: number; height: number };
export type Rectangle = Size & { left: number; top: number };

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function homographyOf(numbers: readonly number[]): Homography | null {
  const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN, g = NaN, h = NaN, i = 0] = numbers;
  if (numbers.length !== 9 || !numbers.every(Number.isFinite) || i === 0) return null;
  const matrix = [a / i, b / i, c / i, d / i, e / i, f / i, g / i, h / i, 1] as const;
  return Math.abs(determinant(matrix)) < 1e-12 ? null : matrix;
}

export function mapPoint(m: Homography, [x, y]: Point): Point {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

export function compose(outer: Homography, inner: Homography): Homography {
  const cell = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (outer[row * 3 + k] ?? 0) * (inner[k * 3 + column] ?? 0), 0);
  return scaled([
    cell(0, 0), cell(0, 1), cell(0, 2),
    cell(1, 0), cell(1, 1), cell(1, 2),
    cell(2, 0), cell(2, 1), cell(2, 2),
  ]); // prettier-ignore
}

/** The adjugate, which equals the inverse up to a scale factor. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return scaled([
    e * i - f * h, c * h - b * i, b * f - c * e,
    f * g - d * i, a * i - c * g, c * d - a * f,
    d * h - e * g, b * g - a * h, a * e - b * d,
  ]); // prettier-ignore
}

export function resized(
  m: Homography,
  from: { is: Size; shown: Size },
  to: { is: Size; shown: Size },
): Homography {
  const back = stretch(from.shown, from.is);
  return compose(stretch(to.is, to.shown), compose(m, back));
}

const stretch = (from: Size, to: Size): Homography => [
  to.width / from.width, 0, 0,
  0, to.height / from.height, 0,
  0, 0, 1,
]; // prettier-ignore

/** A CSS `transform` with `transform-origin: 0 0`. The homography must be for the displayed sizes. */
export function matrix3d([a, b, c, d, e, f, g, h, i]: Homography): string {
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(',')})`;
}

export const determinant = ([a, b, c, d, e, f, g, h, i]: Homography): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

export const cornersOf = ({ width, height }: Size): readonly [Point, Point, Point, Point] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

function scaled(m: Homography): Homography {
  const last = m[8];
  if (last === 0) return m;
  return m.map((number) => number / last) as unknown as Homography;
}
