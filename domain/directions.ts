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
 * Looking down at less than this pitch, degrees, a gimbal's yaw says nothing: it turns freely about the plumb line.
 * The top of such a picture is where the drone's nose points: on flights over one place the pixels agree
 * with the flight yaw to 13 degrees, and with the gimbal's not at all.
 */
const STRAIGHT_DOWN = -80;

type Pitched = { gimbalPitch?: number | null };

/** Whether a photo was taken straight down; not when its pitch, degrees, is unknown. */
export const looksDown = ({ gimbalPitch }: Pitched): boolean => (gimbalPitch ?? 0) < STRAIGHT_DOWN;

/** The direction of a yaw in degrees, clockwise from north: 'northwest'. */
export const compass = (yaw: number): string =>
  COMPASS[((Math.round(yaw / 45) % 8) + 8) % 8] ?? COMPASS[0];
