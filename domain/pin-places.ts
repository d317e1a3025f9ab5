// No zod here, because the viewer loads it.
import { pairHomography, type AlignablePhoto } from './aligned-pair.ts';
import { mapPoint, type Size } from './homography.ts';
import type { Shape } from './pins.ts';

export type Fractions = { x: number; y: number };
const HEAD_PIXELS = 14;

export type PlacedPhoto = AlignablePhoto & { id: string };

/**
 * Where a point of one photo is in another photo of its viewpoint. Both are fractions of the photos' own width and
 * height. `unplaced` if the photos aren't aligned, `outside` if the other photo doesn't show the spot.
 */
export function placeOn(
  from: PlacedPhoto,
  point: Fractions,
  to: PlacedPhoto,
): Fractions | 'unplaced' | 'outside' {
  if (from.id === to.id) return point;
  const matrix = pairHomography({ before: to, after: from });
  if (!matrix || !from.width || !from.height || !to.width || !to.height) return 'unplaced';
  const at = [point.x * from.width, point.y * from.height] as const;
  // Behind the camera, the projection would appear mirrored.
  if (matrix[6] * at[0] + matrix[7] * at[1] + matrix[8] <= 0) return 'outside';
  const [x, y] = mapPoint(matrix, at);
  const placed = { x: x / to.width, y: y / to.height };
  return isFraction(placed.x) && isFraction(placed.y) ? placed : 'outside';
}

const isFraction = (value: number) => value >= 0 && value <= 1;

/** An SVG path over a picture of this size. */
export function pathOf({ kind, points }: Shape, { width, height }: Size): string {
  const at = points.map(([x, y]) => [x * width, y * height] as const);
  const line = `M${at.join('L')}`;
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = at;
  if (kind === 'box') return `M${x1},${y1}H${x2}V${y2}H${x1}Z`;
  if (kind === 'freehand') return line;
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const side = (by: number) =>
    `M${x2},${y2}l${HEAD_PIXELS * Math.cos(angle + by)},${HEAD_PIXELS * Math.sin(angle + by)}`;
  return line + side(2.6) + side(-2.6);
}
