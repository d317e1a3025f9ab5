import { contours } from 'd3-contour';
import type { Size } from '#domain/homography.ts';

/** Of what is sure, from 0 to 1, that is marked. */
const SURE = 0.4;
/** Of the whole; what is smaller is more likely a person or a leaf. */
const LEAST = 1 / 1000;

/** Closed lines around what has changed, each as the `d` of an SVG path in points of the grid; the largest first. */
export function outlineChanges(sure: Float32Array, { width, height }: Size): string[] {
  const [found] = contours().size([width, height]).thresholds([SURE])([...sure]);
  return (found?.coordinates ?? [])
    .map((rings) => ({ rings, area: Math.abs(areaOf(rings[0] ?? [])) }))
    .filter(({ area }) => area >= LEAST * width * height)
    .sort((a, b) => b.area - a.area)
    .map(({ rings }) => rings.map(pathOf).join(''));
}

type Ring = readonly number[][];

const pathOf = (ring: Ring): string =>
  `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`;

function areaOf(ring: Ring): number {
  let twice = 0;
  ring.forEach(([x = 0, y = 0], i) => {
    const [u = 0, v = 0] = ring[(i + 1) % ring.length] ?? [];
    twice += x * v - u * y;
  });
  return twice / 2;
}
