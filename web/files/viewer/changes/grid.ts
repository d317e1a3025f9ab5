import type { Size } from '#domain/homography.ts';

/** Numbers of a grid, line by line. */
type Plane = Float32Array;

export function each(plane: Plane, to: (value: number, at: number) => number): Plane {
  const made = new Float32Array(plane.length);
  for (let i = 0; i < plane.length; i++) made[i] = to(plane[i] ?? 0, i);
  return made;
}

/** The mean of the square that reaches `radius` points to each side; at the edges, of what is there of it. */
export function averaged(plane: Plane, { width, height }: Size, radius: number): Plane {
  const made = new Float32Array(plane.length);
  const line = new Float32Array(plane.length);
  for (let y = 0; y < height; y++)
    slide(plane, line, { from: y * width, step: 1, count: width, radius });
  for (let x = 0; x < width; x++)
    slide(line, made, { from: x, step: width, count: height, radius });
  return made;
}

type Row = { from: number; step: number; count: number; radius: number };

function slide(plane: Plane, made: Plane, { from, step, count, radius }: Row): void {
  const at = (i: number) => plane[from + i * step] ?? 0;
  let sum = 0;
  for (let i = 0; i < Math.min(radius, count); i++) sum += at(i);
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += at(i + radius);
    if (i - radius > 0) sum -= at(i - radius - 1);
    made[from + i * step] = sum / (Math.min(count - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
}
