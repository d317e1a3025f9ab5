import type { Area } from './layout.ts';
import type { Frame, Mesh } from './mesh.ts';

type Point = readonly [x: number, y: number];

/** An object's area on the ground: a convex, counterclockwise outline between two heights, in meters. */
export type Footprint = { name: string; outline: readonly Point[]; low: number; high: number };

/** Only parts up to this many meters above an object's base count; booms and jibs may overhang other objects. */
const REACH = 4;

export function footprintsOf({ things, positions }: Mesh): Footprint[] {
  return things.map(({ name, from, to }) => {
    const low = lowest(positions, from, to);
    const points: Point[] = [];
    let high = low;
    for (let at = from; at < to; at += 3) {
      const [x = 0, y = 0, z = 0] = [positions[at], positions[at + 1], positions[at + 2]];
      high = Math.max(high, z);
      if (z <= low + REACH) points.push([x, y]);
    }
    return { name, outline: hullOf(points), low, high };
  });
}

export const footprintOfArea = (name: string, { west, south, east, north }: Area): Footprint => ({
  name,
  outline: [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ],
  low: -REACH,
  high: REACH,
});

export function moved(footprint: Footprint, { x, y, z, yaw }: Frame): Footprint {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const outline = footprint.outline.map(([u, v]): Point => [
    x + u * cos - v * sin,
    y + u * sin + v * cos,
  ]);
  return { ...footprint, outline, low: footprint.low + z, high: footprint.high + z };
}

/** Whether two objects are closer than `gap` meters. A negative gap allows overlap. */
export function areClose(a: Footprint, b: Footprint, gap = 0): boolean {
  if (a.low >= b.high || b.low >= a.high) return false;
  return !isApart(a.outline, b.outline, gap) && !isApart(b.outline, a.outline, gap);
}

/** Separating axis test: whether all of `other` is at least `gap` beyond one side of `one`. */
function isApart(one: readonly Point[], other: readonly Point[], gap: number): boolean {
  return one.some(([x1, y1], index) => {
    const [x2, y2] = one[(index + 1) % one.length] ?? [x1, y1];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [outX, outY] = [(y2 - y1) / length, (x1 - x2) / length];
    return other.every(([x, y]) => (x - x1) * outX + (y - y1) * outY >= gap);
  });
}

function lowest(positions: readonly number[], from: number, to: number): number {
  let low = Infinity;
  for (let at = from + 2; at < to; at += 3) low = Math.min(low, positions[at] ?? low);
  return low;
}

function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...half(sorted), ...half(sorted.toReversed())];
}

function half(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    while (chain.length > 1 && !isLeftTurn(chain.at(-2) ?? point, chain.at(-1) ?? point, point))
      chain.pop();
    chain.push(point);
  }
  return chain.slice(0, -1);
}

const isLeftTurn = (a: Point, b: Point, c: Point): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-9;
