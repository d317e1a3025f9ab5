import { distanceMeters } from '../viewpoints.ts';
import type { MissionPoint, Place, Position } from './points.ts';
import { distance3d, shortRoute } from './route.ts';
import type { Surface } from './surface.ts';

/** A place to hover. `points` are the photos to take there; at a waypoint that the drone only passes, none. */
export type Stop = Position & { points: readonly MissionPoint[] };

/** Distance in meters, time in minutes. */
export type Mission = {
  parts: readonly (readonly Stop[])[];
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
    const isHere = (one: Stop) =>
      one.points.length < MAX_PHOTOS && distance3d(one, point) < SAME_STOP_METERS;
    const { longitude, latitude, height } = point;
    const stop = stops.find(isHere);
    if (stop) stop.points.push(point);
    else stops.push({ longitude, latitude, height, points: [point] });
  }
  return shortRoute({ ...takeoff, height: 0 }, stops);
}

/** Needs at least one stop. `surface` is undefined without a surface model. */
export function planMission(takeoff: Place, stops: readonly Stop[], surface?: Surface): Mission {
  const safeHeight = safeHeightOf(stops, surface);
  const parts: Stop[][] = [];
  let inPart: Stop[] = [];
  for (const stop of stops) {
    if (waypointsOf(takeoff, [...inPart, stop], safeHeight).length > MAX_WAYPOINTS) {
      parts.push(waypointsOf(takeoff, inPart, safeHeight));
      inPart = [];
    }
    inPart.push(stop);
  }
  parts.push(waypointsOf(takeoff, inPart, safeHeight));
  return {
    parts,
    safeHeight,
    highest: Math.max(...parts.flat().map(({ height }) => height)),
    distance: sum(parts.map((part) => sum(segmentsOf(part).map(([a, b]) => distanceMeters(a, b))))),
    minutes: sum(parts.map(secondsOf)) / 60,
  };
}

function safeHeightOf(stops: readonly Stop[], surface?: Surface): number {
  const highestStop = Math.max(0, ...stops.map(({ height }) => height));
  // A margin alone shouldn't exceed the legal limit.
  const aboveStops = Math.max(highestStop, Math.min(highestStop + CLEARANCE, HEIGHT_LIMIT));
  if (!surface) return aboveStops;
  const aboveSurface = surface.highest + CLEARANCE;
  return surface.isComplete ? aboveSurface : Math.max(aboveSurface, aboveStops);
}

/** Starts and ends above takeoff. The drone climbs above a stop before it leaves, and descends above the next one. */
function waypointsOf({ longitude, latitude }: Place, stops: readonly Stop[], safe: number): Stop[] {
  const waypoints: Stop[] = [];
  const add = (waypoint: Stop) => {
    const last = waypoints.at(-1);
    if (last && distance3d(last, waypoint) < SAME_STOP_METERS) {
      if (waypoint.points.length === 0) return;
      if (last.points.length === 0) waypoints.pop();
      else waypoints.push({ ...last, height: last.height + MIN_CLIMB, points: [] });
    }
    waypoints.push(waypoint);
  };
  const takeoff: Stop = { longitude, latitude, height: safe, points: [] };
  add(takeoff);
  for (const stop of stops) {
    const above = { ...stop, height: Math.max(safe, stop.height + MIN_CLIMB), points: [] };
    const around = stop.height < safe ? [above, stop, above] : [stop];
    around.forEach(add);
  }
  add(takeoff);
  return waypoints;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const segmentsOf = (part: readonly Stop[]) =>
  part.slice(1).map((to, index): [Stop, Stop] => [part[index] ?? to, to]);

/** Meters per second. */
export const SPEED = 8;
const CLIMB_SPEED = 3;
/** Seconds to stop at a waypoint and start again, to turn and take a photo, and to take off and land. */
const SECONDS = { waypoint: 4, photo: 6, takeoff: 60 } as const;

function secondsOf(part: readonly Stop[]): number {
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
