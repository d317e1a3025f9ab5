import { wrapDegrees } from '../geodesy.ts';
import type { MapPosition } from '../measurements.ts';
import type { Leg, LegSurface } from './plan.ts';
import type { Place } from './points.ts';

/** How far the drone may be off its line, in meters. */
const HALF_WIDTH = 5;
const METERS_PER_DEGREE = 111_320;

/** A line that covers the corridor of a leg: its middle and both edges. It starts exactly at the leg's end. */
export function corridorOf({ from, to }: Leg): MapPosition[] {
  const north = (to.latitude - from.latitude) * METERS_PER_DEGREE;
  const longitudeMeters = METERS_PER_DEGREE * Math.cos((to.latitude * Math.PI) / 180);
  const east = wrapDegrees(to.longitude - from.longitude) * longitudeMeters;
  const length = Math.hypot(east, north);
  const [x, y] = length > 0 ? [east / length, north / length] : [0, 1];
  const beside = ({ longitude, latitude }: Place, along: number, across: number): MapPosition => [
    wrapDegrees(longitude + ((along * x + across * y) * HALF_WIDTH) / longitudeMeters),
    latitude + ((along * y - across * x) * HALF_WIDTH) / METERS_PER_DEGREE,
  ];
  return [
    [to.longitude, to.latitude],
    beside(from, -1, 0),
    beside(from, -1, -1),
    beside(to, 1, -1),
    beside(to, 1, 1),
    beside(from, -1, 1),
  ];
}

type Profile = readonly { height: number | null }[];

/**
 * `profiles` are the heights along the corridors of `legsOf`, whose last leg ends at takeoff. Null if the height of
 * takeoff is unknown, because the drone's altitudes may have another zero than the surface model.
 */
export function surfacesOf(profiles: readonly Profile[]): LegSurface[] | null {
  const ground = profiles.at(-1)?.[0]?.height ?? null;
  if (ground === null) return null;
  return profiles.map((profile) => {
    const heights = profile.flatMap(({ height }) => (height === null ? [] : [height - ground]));
    const [end] = profile;
    return {
      highest: Math.max(0, ...heights),
      below: end === undefined || end.height === null ? null : end.height - ground,
      isComplete: heights.length === profile.length,
    };
  });
}
