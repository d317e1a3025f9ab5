import { wrapDegrees } from '../geodesy.ts';
import type { MapPosition } from '../measurements.ts';
import type { Leg, LegSurface } from './plan.ts';
import type { Place } from './points.ts';

/** How far the drone may be off its line, in meters. */
const HALF_WIDTH = 5;
const METERS_PER_DEGREE = 111_320;

/** The corners of the area below a leg. */
export function corridorOf({ from, to }: Leg): MapPosition[] {
  const north = (to.latitude - from.latitude) * METERS_PER_DEGREE;
  const longitudeMeters = METERS_PER_DEGREE * Math.cos((to.latitude * Math.PI) / 180);
  const east = wrapDegrees(to.longitude - from.longitude) * longitudeMeters;
  const length = Math.hypot(east, north);
  const [x, y] = length > 0 ? [east / length, north / length] : [0, 1];
  const beside = ({ longitude, latitude }: Place, along: 1 | -1, across: 1 | -1): MapPosition => [
    wrapDegrees(longitude + ((along * x + across * y) * HALF_WIDTH) / longitudeMeters),
    latitude + ((along * y - across * x) * HALF_WIDTH) / METERS_PER_DEGREE,
  ];
  return [beside(from, -1, -1), beside(to, 1, -1), beside(to, 1, 1), beside(from, -1, 1)];
}

/** Heights of the surface model: the highest in a leg's corridor, and at the leg's end. Null where it has no data. */
export type MeasuredLeg = { highest: number | null; coverage: number; end: number | null };

/** Cells at the edges of a corridor count in part, so that the sum isn't exact. */
const FULL_COVERAGE = 0.995;

/**
 * `legs` are those of `legsOf`, whose last one ends at takeoff. Undefined if the height of takeoff is unknown, because
 * the drone's altitudes may have another zero than the surface model.
 */
export function surfacesOf(legs: readonly MeasuredLeg[]): LegSurface[] | undefined {
  const ground = legs.at(-1)?.end ?? null;
  if (ground === null) return undefined;
  return legs.map(({ highest, coverage, end }) => ({
    highest: Math.max(0, (highest ?? ground) - ground),
    below: end === null ? null : end - ground,
    isComplete: highest !== null && coverage >= FULL_COVERAGE,
  }));
}
