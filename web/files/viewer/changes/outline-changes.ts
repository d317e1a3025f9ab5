import { contours } from 'd3-contour';
import type { Size } from '#domain/homography.ts';
import { type ChangeMap, CHANGE_THRESHOLD } from './find-changes.ts';

/** Minimum area of a change, as a fraction of the picture. */
const MIN_AREA = 1 / 550;
/** Weight of untextured points, so that a vehicle on soil or asphalt counts less than a building. */
const PLAIN_WEIGHT = 0.1;
/** More outlines would be confusing. */
const MAX_OUTLINES = 8;

/** Closed outlines of the largest changes, as the `d` of SVG paths in grid points; largest first. */
export function outlineChanges(found: ChangeMap, { width, height }: Size): string[] {
  const least = MIN_AREA * width * height;
  const kept = found.confidence.slice();
  regionsOf(found, width)
    .sort((a, b) => b.size - a.size)
    .filter(({ size }, rank) => size < least || rank >= MAX_OUTLINES)
    .forEach(({ points }) => points.forEach((i) => (kept[i] = 0)));
  const [shapes] = contours().size([width, height]).thresholds([CHANGE_THRESHOLD])([...kept]);
  // No holes: a plain roof inside a new building is new, too.
  return (shapes?.coordinates ?? [])
    .map(([outer = []]) => ({ outer, area: Math.abs(areaOf(outer)) }))
    .filter(({ area }) => area >= least)
    .sort((a, b) => b.area - a.area)
    .map(({ outer }) => pathOf(outer));
}

/** Connected changed points; `size` weights them by confidence and texture. */
function regionsOf(
  { confidence, texture }: ChangeMap,
  width: number,
): { points: number[]; size: number }[] {
  const isOpen = confidence.map((v) => (v >= CHANGE_THRESHOLD ? 1 : 0));
  const take = (i: number) => {
    const isTaken = isOpen[i] === 1;
    if (isTaken) isOpen[i] = 0;
    return isTaken;
  };
  const regions = [];
  for (let start = 0; start < confidence.length; start++) {
    if (!take(start)) continue;
    const points = [start];
    let size = 0;
    for (const i of points) {
      size += (confidence[i] ?? 0) * (PLAIN_WEIGHT + (1 - PLAIN_WEIGHT) * (texture[i] ?? 0));
      const sides = [i % width > 0 ? i - 1 : -1, (i + 1) % width > 0 ? i + 1 : -1];
      points.push(...[...sides, i - width, i + width].filter(take));
    }
    regions.push({ points, size });
  }
  return regions;
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
