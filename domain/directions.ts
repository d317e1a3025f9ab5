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
 * Pitch in degrees. Below it, the gimbal's yaw is meaningless because it turns freely around the vertical; the top of
 * the picture points where the drone is heading (on flights over one place, within 13 degrees of the flight yaw).
 */
const STRAIGHT_DOWN = -80;

type Pitched = { gimbalPitch?: number | null };

export const looksDown = ({ gimbalPitch }: Pitched): boolean => (gimbalPitch ?? 0) < STRAIGHT_DOWN;

/** The compass direction of a yaw (degrees clockwise from north), such as 'northwest'. */
export const compass = (yaw: number): string =>
  COMPASS[((Math.round(yaw / 45) % 8) + 8) % 8] ?? COMPASS[0];
