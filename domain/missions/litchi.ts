import { SPEED, type Stop } from './plan.ts';

const MAX_ACTIONS = 15;
/** Litchi's action types; the parameter of STAY is in milliseconds. */
const NONE = -1;
const STAY = 0;
const TAKE_PHOTO = 1;
const ROTATE = 4;
const TILT = 5;
type Action = readonly [type: number, parameter: number | string];

const POSE =
  'latitude,longitude,altitude(m),heading(deg),curvesize(m),rotationdir,gimbalmode,gimbalpitchangle';
const ACTIONS = Array.from(
  { length: MAX_ACTIONS },
  (_, index) => `actiontype${index + 1},actionparam${index + 1}`,
);
const REST =
  'altitudemode,speed(m/s),poi_latitude,poi_longitude,poi_altitude(m),poi_altitudemode,photo_timeinterval,photo_distinterval';
/** Above takeoff, without a point of interest and interval photos. */
const REST_VALUES = [0, SPEED, 0, 0, 0, 0, -1, -1];

/** The gimbal tilts on the way to a waypoint, or stays as it is. */
const GIMBAL = { interpolate: 2, off: 0 } as const;
const SETTLE_MS = 1000;

/**
 * A waypoint mission in Litchi's CSV format (litchiutilities.com/docs/litchiCsv.php): heights above takeoff, headings
 * from 0 to 360. The heading mode isn't part of the format, so the drone also turns before each photo.
 */
export const litchiCsv = (waypoints: readonly Stop[]): string =>
  [[POSE, ...ACTIONS, REST], ...waypoints.map(rowOf), []].map((row) => row.join(',')).join('\r\n');

function rowOf({ latitude, longitude, height, points }: Stop) {
  const [first] = points;
  const actions = points.flatMap(({ yaw, pitch }): Action[] => [
    [ROTATE, angle(positive(yaw))],
    [TILT, angle(pitch)],
    [STAY, SETTLE_MS],
    [TAKE_PHOTO, 0],
  ]);
  const unused = Array.from({ length: MAX_ACTIONS - actions.length }, (): Action => [NONE, 0]);
  const place = [latitude.toFixed(8), longitude.toFixed(8), height.toFixed(2)];
  const heading = [angle(positive(first?.yaw ?? 0)), 0, 0];
  const gimbal = first ? [GIMBAL.interpolate, angle(first.pitch)] : [GIMBAL.off, 0];
  return [...place, ...heading, ...gimbal, ...actions.flat(), ...unused.flat(), ...REST_VALUES];
}

const positive = (degrees: number) => (degrees + 360) % 360;
const angle = (degrees: number) => degrees.toFixed(1);
