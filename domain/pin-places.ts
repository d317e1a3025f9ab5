// No zod here, because the viewer loads it.
import { pairHomography, type AlignablePhoto } from './aligned-pair.ts';
import { mapPoint } from './homography.ts';

export type Fractions = { x: number; y: number };
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
