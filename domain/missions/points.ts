import { z } from 'zod';
import { looksDown } from '../directions.ts';
import { Day, Id } from '../fields.ts';
import { wrapDegrees } from '../geodesy.ts';
import { groupBy } from '../group-by.ts';
import { LENSES } from '../lens.ts';

/** Of a viewpoint's reference photo, or its latest photo if there is no reference. Degrees and meters. */
export const ViewpointPose = z.object({
  viewpointId: Id,
  name: z.string(),
  isHidden: z.boolean(),
  day: Day,
  isPanorama: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  altitude: z.number().nullable(),
  relativeAltitude: z.number().nullable(),
  /** Altitude of the place where the photo's flight took off; null if unknown. */
  takeoffElevation: z.number().nullable(),
  gimbalYaw: z.number().nullable(),
  gimbalPitch: z.number().nullable(),
  flightYaw: z.number().nullable(),
  lens: z.enum(LENSES).nullable(),
  equivalentFocalLength: z.number().nullable(),
  cameraModel: z.string().nullable(),
});
export type ViewpointPose = z.infer<typeof ViewpointPose>;

export type Place = { longitude: number; latitude: number };

/** A photo to take. `height` is above the mission's takeoff, `recordedHeight` above that of the earlier flight. */
export type MissionPoint = Place & {
  id: string;
  name: string;
  height: number;
  recordedHeight: number | null;
  /** Whether `height` allows for the earlier flight's takeoff. */
  isCorrected: boolean;
  /** From -180 to 180, clockwise from north. */
  yaw: number;
  pitch: number;
  lens: ViewpointPose['lens'];
  equivalentFocalLength: number | null;
};

export type OmittedReason = 'panorama' | 'no-position' | 'no-direction' | 'no-height';
export type Omitted = { name: string; reason: OmittedReason };

/** A larger difference between two takeoffs of a site is an error of a GPS or barometer. In meters. */
const MAX_CORRECTION = 50;

/** `takeoffElevation` is that of the mission, in the same datum as the photos' altitudes. */
export function missionPoints(poses: readonly ViewpointPose[], takeoffElevation: number | null) {
  const points: MissionPoint[] = [];
  const omitted: Omitted[] = [];
  for (const pose of poses) {
    const point = pointOf(pose, takeoffElevation);
    if (typeof point === 'string') omitted.push({ name: pose.name, reason: point });
    else points.push(point);
  }
  return { points, omitted };
}

function pointOf(pose: ViewpointPose, takeoff: number | null): MissionPoint | OmittedReason {
  const { latitude, longitude, gimbalPitch: pitch, relativeAltitude: recordedHeight } = pose;
  if (pose.isPanorama) return 'panorama';
  if (latitude === null || longitude === null) return 'no-position';
  const yaw = looksDown(pose)
    ? (pose.flightYaw ?? pose.gimbalYaw ?? 0)
    : (pose.gimbalYaw ?? pose.flightYaw);
  if (yaw === null || pitch === null) return 'no-direction';
  const height = heightAbove(pose, takeoff);
  if (height === null) return 'no-height';
  const { viewpointId: id, name, lens, equivalentFocalLength } = pose;
  const place = { latitude, longitude, ...height, recordedHeight };
  return { id, name, ...place, yaw: wrapDegrees(yaw), pitch, lens, equivalentFocalLength };
}

/** RelativeAltitude depends on where the pilot took off, so flights are compared by their takeoffs' elevations. */
function heightAbove(pose: ViewpointPose, takeoff: number | null) {
  const { altitude, relativeAltitude, takeoffElevation } = pose;
  if (relativeAltitude === null) {
    if (altitude === null || takeoff === null) return null;
    return { height: altitude - takeoff, isCorrected: false };
  }
  const difference =
    takeoff === null || takeoffElevation === null ? null : takeoffElevation - takeoff;
  return difference === null || Math.abs(difference) > MAX_CORRECTION
    ? { height: relativeAltitude, isCorrected: false }
    : { height: relativeAltitude + difference, isCorrected: true };
}

export type FlightPhoto = {
  id: string;
  submissionId: string | null;
  cameraModel: string | null;
  capturedAt: Date | null;
  altitude: number;
  relativeAltitude: number;
};

/** A battery change takes longer, and a new takeoff point shows as a jump. */
const FLIGHT_GAP_MS = 5 * 60_000;
const SAME_TAKEOFF_METERS = 3;
const SAME_NUMBER_METERS = 0.1;

/**
 * The takeoff elevation of each photo's flight: the median of AbsoluteAltitude - RelativeAltitude. Some drones write
 * the same number into both, which doesn't say where the flight took off. Those photos are left out.
 */
export function takeoffElevations(photos: readonly FlightPhoto[]): Map<string, number> {
  const known = photos.filter((photo) => Math.abs(elevationOf(photo)) > SAME_NUMBER_METERS);
  const byCamera = groupBy(known, ({ submissionId, cameraModel }) =>
    [submissionId, cameraModel].join(' '),
  );
  return new Map(
    [...byCamera.values()].flatMap(flightsOf).flatMap((flight) => {
      const elevation = median(flight.map(elevationOf));
      return flight.map(({ id }): [string, number] => [id, elevation]);
    }),
  );
}

const elevationOf = ({ altitude, relativeAltitude }: FlightPhoto) => altitude - relativeAltitude;
const timeOf = ({ capturedAt }: FlightPhoto) => capturedAt?.getTime() ?? 0;

function flightsOf(photos: readonly FlightPhoto[]): FlightPhoto[][] {
  const flights: FlightPhoto[][] = [];
  for (const photo of photos.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const flight = flights.at(-1);
    const last = flight?.at(-1);
    const isSameFlight =
      last !== undefined &&
      timeOf(photo) - timeOf(last) <= FLIGHT_GAP_MS &&
      Math.abs(elevationOf(photo) - elevationOf(last)) <= SAME_TAKEOFF_METERS;
    if (flight && isSameFlight) flight.push(photo);
    else flights.push([photo]);
  }
  return flights;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

export type Takeoff = { day: string; elevation: number };

/** Where flights took off, latest first. Takeoffs of one day within a few meters count as one. */
export function takeoffsOf(poses: readonly ViewpointPose[]): Takeoff[] {
  const found: Takeoff[] = [];
  for (const { day, takeoffElevation } of poses.toSorted((a, b) => b.day.localeCompare(a.day))) {
    if (takeoffElevation === null) continue;
    const isKnown = found.some(
      (one) => one.day === day && Math.abs(one.elevation - takeoffElevation) <= SAME_TAKEOFF_METERS,
    );
    if (!isKnown) found.push({ day, elevation: takeoffElevation });
  }
  return found;
}
