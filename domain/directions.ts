export const COMPASS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;

/**
 * Degrees. Below this pitch, gimbal yaw is meaningless; the top of the picture points in the drone's heading (flight
 * yaw).
 */
const STRAIGHT_DOWN = -80;

type WithPitch = { gimbalPitch?: number | null };

export const looksDown = ({ gimbalPitch }: WithPitch): boolean =>
  (gimbalPitch ?? 0) < STRAIGHT_DOWN;

/** The compass direction of a yaw (degrees clockwise from north), such as 'northwest'. */
export const compass = (yaw: number): string =>
  COMPASS[((Math.round(yaw / 45) % 8) + 8) % 8] ?? COMPASS[0];
