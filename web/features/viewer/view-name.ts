import type { ViewerFile } from './viewer-file.ts';

const COMPASS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;

/** Looking down at less than this pitch, in degrees, there is no direction to speak of. */
const STRAIGHT_DOWN = -80;

/** The direction of a yaw in degrees, clockwise from north: 'northwest'. */
export const compass = (yaw: number): string =>
  COMPASS[((Math.round(yaw / 45) % 8) + 8) % 8] ?? COMPASS[0];

/** Where a photo looks, in words: 'facing northwest', 'straight down'; null where that is not known. */
export function lookOf({ gimbalPitch, gimbalYaw }: ViewerFile): string | null {
  if (gimbalPitch != null && gimbalPitch < STRAIGHT_DOWN) return 'straight down';
  return gimbalYaw == null ? null : `facing ${compass(gimbalYaw)}`;
}

/** What a photo's viewpoint is called, by its turn among the photos of its week: 'View 3, facing east'. */
export function viewName(photos: readonly ViewerFile[], file: ViewerFile): string {
  const number = photos.findIndex(({ id }) => id === file.id) + 1;
  return [`View ${number}`, lookOf(file)].filter(Boolean).join(', ');
}
