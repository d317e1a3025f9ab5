import { wrapDegrees } from '../geodesy.ts';
import type { MapPosition } from '../measurements.ts';
import type { Bounds } from '../rasters.ts';
import type { Place } from './points.ts';

/** In meters, for wind and errors of the drone's position. */
const MARGIN = 20;
const METERS_PER_DEGREE = 111_320;

/** In degrees, next to takeoff, even across the date line. */
export const besideTakeoff = (takeoff: Place, { longitude, latitude }: Place): MapPosition => [
  takeoff.longitude + wrapDegrees(longitude - takeoff.longitude),
  latitude,
];

/** The area that a route crosses. Its longitudes may exceed 180°. */
export function routeBounds(takeoff: Place, stops: readonly Place[]): Bounds {
  const places = [takeoff, ...stops].map((place) => besideTakeoff(takeoff, place));
  const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const margin = MARGIN / METERS_PER_DEGREE;
  const acrossMargin = margin / Math.cos((takeoff.latitude * Math.PI) / 180);
  return {
    west: Math.min(...longitudes) - acrossMargin,
    south: Math.min(...latitudes) - margin,
    east: Math.max(...longitudes) + acrossMargin,
    north: Math.max(...latitudes) + margin,
  };
}

export const cornersOf = ({ west, south, east, north }: Bounds): MapPosition[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/** Heights in meters: `ground` at takeoff, in the surface model; the others above takeoff. */
export type Surface = {
  ground: number;
  highest: number;
  /** Whether the model covers the whole area. */
  isComplete: boolean;
  /** Below each stop; null where it is unknown. */
  below: readonly (number | null)[];
};

/** Cells at the edges of the area count in part, so that the sum isn't exact. */
const FULL_COVERAGE = 0.995;

/** `area` is what the model has within `routeBounds`, `below` its heights at the stops. */
export const surfaceOf = (
  ground: number,
  area: { highest?: number | undefined; coverage: number },
  below: readonly (number | null)[],
): Surface => ({
  ground,
  highest: (area.highest ?? ground) - ground,
  isComplete: area.coverage >= FULL_COVERAGE,
  below: below.map((height) => (height === null ? null : height - ground)),
});
