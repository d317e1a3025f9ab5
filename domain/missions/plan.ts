import { distanceMeters } from '../viewpoints.ts';
import type { MissionPoint, Place } from './points.ts';
import { distance3d, type Position, shortRoute } from './route.ts';

/** A place to hover and take one or more photos. */
export type Stop = Position & { points: readonly MissionPoint[] };
/** `points` is empty where the drone only passes. */
export type Waypoint = Stop;
export type Leg = { from: Position; to: Position };

/**
 * The highest surface near a leg, and the surface at its end, in meters above takeoff. `below` is null and `isComplete`
 * false where the surface is unknown.
 */
export type LegSurface = { highest: number; below: number | null; isComplete: boolean };

/** Distance in meters, time in minutes. */
export type Mission = {
  parts: readonly (readonly Waypoint[])[];
  safeHeight: number;
  highest: number;
  distance: number;
  minutes: number;
};

/** Meters between the drone and the surface, or above the highest point if the surface is unknown. */
export const CLEARANCE = 10;
/** Meters above takeoff; 400 feet (14 CFR 107.51(b)), rounded down. */
export const HEIGHT_LIMIT = 120;
/** DJI: adjacent waypoints are at least 0.5 m apart. */
const SAME_STOP_METERS = 0.5;
/** Meters by which a waypoint above a stop is higher than the stop, at least. */
const MIN_CLIMB = 1;
/** Litchi allows 15 actions per waypoint, and a photo takes four: turn, tilt, wait, shoot. */
const MAX_PHOTOS = 3;
/** Litchi and older DJI drones fly at most 99 waypoints. Newer drones fly more, but this keeps one plan for both. */
export const MAX_WAYPOINTS = 99;

/** The stops in the order of a short route. Points close to each other are one stop with several photos. */
export function stopsOf(takeoff: Place, points: readonly MissionPoint[]): Stop[] {
  const stops: (Position & { points: MissionPoint[] })[] = [];
  for (const point of points) {
    const stop = stops.find(
      (one) => one.points.length < MAX_PHOTOS && distance3d(one, point) < SAME_STOP_METERS,
    );
    if (stop) {
      stop.points.push(point);
      continue;
    }
    const { longitude, latitude, height } = point;
    stops.push({ longitude, latitude, height, points: [point] });
  }
  return shortRoute(groundOf(takeoff), stops);
}

const groundOf = ({ longitude, latitude }: Place): Position => ({ longitude, latitude, height: 0 });

/** From takeoff to each stop and back. */
export function legsOf(takeoff: Place, stops: readonly Stop[]): Leg[] {
  const ground = groundOf(takeoff);
  return [...stops, ground].map((to, index) => ({ from: stops[index - 1] ?? ground, to }));
}

/** Needs at least one stop. `surfaces` are those of `legsOf`, in that order; undefined without a surface model. */
export function planMission(
  takeoff: Place,
  stops: readonly Stop[],
  surfaces?: readonly LegSurface[],
): Mission {
  const highestStop = Math.max(0, ...stops.map(({ height }) => height));
  const measured = (surfaces ?? []).map(({ highest }) => highest + CLEARANCE);
  // A margin alone shouldn't exceed the legal limit.
  const withMargin = Math.max(highestStop, Math.min(highestStop + CLEARANCE, HEIGHT_LIMIT));
  const unknownSurface = Math.max(withMargin, ...measured);
  const safeHeights = surfaces?.map(({ highest, isComplete }) =>
    isComplete ? highest + CLEARANCE : unknownSurface,
  );
  const safeOf = (leg: number | null) => safeHeights?.[leg ?? Infinity] ?? unknownSurface;
  const partOf = (from: number, to: number) => waypointsOf(takeoff, stops, { from, to, safeOf });

  const parts: Waypoint[][] = [];
  let start = 0;
  stops.forEach((_stop, index) => {
    if (index > start && partOf(start, index + 1).length > MAX_WAYPOINTS) {
      parts.push(partOf(start, index));
      start = index;
    }
  });
  parts.push(partOf(start, stops.length));
  return {
    parts,
    safeHeight: Math.max(...(safeHeights ?? [unknownSurface])),
    highest: Math.max(...parts.flat().map(({ height }) => height)),
    distance: sum(parts.map((part) => sum(segmentsOf(part).map(([a, b]) => distanceMeters(a, b))))),
    minutes: sum(parts.map(secondsOf)) / 60,
  };
}

/** `from` is the index of the first stop, `to` that after the last. */
type Part = { from: number; to: number; safeOf: (leg: number | null) => number };

/** Starts and ends above takeoff. Between stops the drone climbs first wherever the leg needs more height. */
function waypointsOf(
  takeoff: Place,
  stops: readonly Stop[],
  { from, to, safeOf }: Part,
): Waypoint[] {
  const waypoints: Waypoint[] = [];
  const add = (waypoint: Waypoint) => {
    const last = waypoints.at(-1);
    const isSamePlace = last !== undefined && distance3d(last, waypoint) < SAME_STOP_METERS;
    if (isSamePlace && last.points.length === 0) waypoints.pop();
    else if (isSamePlace) {
      if (waypoint.points.length === 0) return;
      waypoints.push({ ...last, height: last.height + MIN_CLIMB, points: [] });
    }
    waypoints.push(waypoint);
  };
  const pass = ({ longitude, latitude }: Place, height: number) =>
    add({ longitude, latitude, height, points: [] });
  const above = (stop: Stop | undefined, height: number) => {
    if (stop && stop.height < height) pass(stop, Math.max(height, stop.height + MIN_CLIMB));
  };
  for (let index = from; index < to; index++) {
    const stop = stops[index];
    if (!stop) continue;
    // Only the first part flies the measured leg from takeoff.
    const safe = safeOf(index === from && from > 0 ? null : index);
    if (index === from) pass(takeoff, safe);
    else above(stops[index - 1], safe);
    above(stop, safe);
    add(stop);
  }
  const safe = safeOf(to === stops.length ? to : null);
  above(stops[to - 1], safe);
  pass(takeoff, safe);
  return waypoints;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const segmentsOf = (part: readonly Waypoint[]) =>
  part.slice(1).flatMap((to, index): [Waypoint, Waypoint][] => {
    const from = part[index];
    return from ? [[from, to]] : [];
  });

/** Meters per second. */
export const SPEED = 8;
const CLIMB_SPEED = 3;
/** Seconds to stop at a waypoint and start again, to turn and take a photo, and to take off and land. */
const SECONDS = { waypoint: 4, photo: 6, takeoff: 60 } as const;

function secondsOf(part: readonly Waypoint[]): number {
  const flying = segmentsOf(part).map(([a, b]) =>
    Math.max(distanceMeters(a, b) / SPEED, Math.abs(a.height - b.height) / CLIMB_SPEED),
  );
  const photos = sum(part.map(({ points }) => points.length));
  const climbs = ((part[0]?.height ?? 0) + (part.at(-1)?.height ?? 0)) / CLIMB_SPEED;
  return (
    sum(flying) + climbs + part.length * SECONDS.waypoint + photos * SECONDS.photo + SECONDS.takeoff
  );
}

/** What most drones fly on one battery with a reserve for wind and landing. */
const MINUTES_PER_BATTERY = 20;

export const batteriesFor = ({ minutes }: Pick<Mission, 'minutes'>): number =>
  Math.ceil(minutes / MINUTES_PER_BATTERY);
