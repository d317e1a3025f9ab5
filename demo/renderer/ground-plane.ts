import { FIELD_OF_VIEW, type Pose } from '../flight/waypoints.ts';

export type Matrix = readonly number[];

type Place = Pick<Pose, 'east' | 'north' | 'altitude' | 'yaw' | 'pitch'>;
type Size = { width: number; height: number };

export const focalPixels = ({ width }: Size): number =>
  width / 2 / Math.tan((FIELD_OF_VIEW * Math.PI) / 360);

/**
 * The homography from the ground (meters east and north of the site's center, at height 0) to pixels from the photo's
 * upper-left corner, for a pinhole camera without distortion.
 */
export function groundToPixel({ east, north, altitude, yaw, pitch }: Place, size: Size): Matrix {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const forward = [Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b), Math.sin(b)] as const;
  const right = [Math.cos(a), -Math.sin(a), 0] as const;
  const down = [Math.sin(a) * Math.sin(b), Math.cos(a) * Math.sin(b), -Math.cos(b)] as const;
  const focal = focalPixels(size);
  const row = (axis: readonly [number, number, number]) =>
    [axis[0], axis[1], -(axis[0] * east + axis[1] * north + axis[2] * altitude)] as const;
  const [u, v, w] = [row(right), row(down), row(forward)];
  return [
    ...u.map((value, index) => focal * value + (size.width / 2) * (w[index] ?? 0)),
    ...v.map((value, index) => focal * value + (size.height / 2) * (w[index] ?? 0)),
    ...w,
  ];
}

/** The homography that maps the ground from pixels of one photo to pixels of another. */
export function groundBetween(from: Place, to: Place, size: Size): Matrix {
  const matrix = multiply(groundToPixel(to, size), inverse(groundToPixel(from, size)));
  const scale = matrix[8] ?? 1;
  return matrix.map((value) => value / scale);
}

export function applyTo(matrix: Matrix, [x, y]: readonly [number, number]): [number, number] {
  const row = (at: number) =>
    (matrix[at] ?? 0) * x + (matrix[at + 1] ?? 0) * y + (matrix[at + 2] ?? 0);
  return [row(0) / row(6), row(3) / row(6)];
}

const multiply = (a: Matrix, b: Matrix): Matrix =>
  Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [Math.floor(index / 3), index % 3];
    return [0, 1, 2].reduce((sum, k) => sum + (a[row * 3 + k] ?? 0) * (b[k * 3 + column] ?? 0), 0);
  });

function inverse(m: Matrix): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m;
  const [first, second, third] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * first + b * second + c * third;
  return [
    first,
    c * h - b * i,
    b * f - c * e,
    second,
    a * i - c * g,
    c * d - a * f,
    third,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / determinant);
}
