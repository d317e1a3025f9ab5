import { z } from 'zod';
import { looksDown } from '../directions.ts';
import { Day, Id } from '../fields.ts';
import { wrapDegrees } from '../geodesy.ts';
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
  gimbalYaw: z.number().nullable(),
  gimbalPitch: z.number().nullable(),
  flightYaw: z.number().nullable(),
  lens: z.enum(LENSES).nullable(),
  equivalentFocalLength: z.number().nullable(),
  cameraModel: z.string().nullable(),
});
export type ViewpointPose = z.infer<typeof ViewpointPose>;

export type Place = { longitude: number; latitude: number };
export type Position = Place & { height: number };

/** A photo to take. `height` is above the mission's takeoff, `recordedHeight` above that of the earlier flight. */
export type MissionPoint = Position & {
  id: string;
  name: string;
  recordedHeight: number | null;
  /** Whether `height` allows for the earlier flight's takeoff. */
  isCorrected: boolean;
  /** From -180 to 180, clockwise from north. */
  yaw: number;
  pitch: number;
  lens: ViewpointPose['lens'];
  equivalentFocalLength: number | null;
};

/**
 * `takeoff` is the elevation of the mission's takeoff, in the same datum as the photos' altitudes. 360° photos, and those
 * without position, direction or height, are omitted.
 */
export function missionPoints(poses: readonly ViewpointPose[], takeoff: number | null) {
  const points: MissionPoint[] = [];
  const omitted: ViewpointPose[] = [];
  for (const pose of poses) {
    const point = pointOf(pose, takeoff);
    if (point) points.push(point);
    else omitted.push(pose);
  }
  return { points, omitted };
}

function pointOf(pose: ViewpointPose, takeoff: number | null): MissionPoint | null {
  const { latitude, longitude, gimbalPitch: pitch, relativeAltitude: recordedHeight } = pose;
  const yaw = looksDown(pose)
    ? (pose.flightYaw ?? pose.gimbalYaw ?? 0)
    : (pose.gimbalYaw ?? pose.flightYaw);
  const height = heightAbove(pose, takeoff);
  if (pose.isPanorama || latitude === null || longitude === null) return null;
  if (yaw === null || pitch === null || height === null) return null;
  const { viewpointId: id, name, lens, equivalentFocalLength } = pose;
  const place = { latitude, longitude, ...height, recordedHeight };
  return { id, name, ...place, yaw: wrapDegrees(yaw), pitch, lens, equivalentFocalLength };
}

/** A larger difference between two takeoffs of a site is an error of a GPS or barometer. In meters. */
const MAX_CORRECTION = 50;

/** RelativeAltitude depends on where the pilot took off, so flights are compared by their takeoffs' elevations. */
function heightAbove(pose: ViewpointPose, takeoff: number | null) {
  const { altitude, relativeAltitude } = pose;
  if (relativeAltitude === null) {
    if (altitude === null || takeoff === null) return null;
    return { height: altitude - takeoff, isCorrected: false };
  }
  const earlier = takeoffElevation(pose);
  const difference = earlier === null || takeoff === null ? null : earlier - takeoff;
  return difference === null || Math.abs(difference) > MAX_CORRECTION
    ? { height: relativeAltitude, isCorrected: false }
    : { height: relativeAltitude + difference, isCorrected: true };
}

type Altitudes = Pick<ViewpointPose, 'altitude' | 'relativeAltitude'>;

/** Null if unknown. Some drones write the height above takeoff as the altitude, too. */
function takeoffElevation({ altitude, relativeAltitude }: Altitudes): number | null {
  if (altitude === null || relativeAltitude === null) return null;
  const elevation = altitude - relativeAltitude;
  return Math.abs(elevation) > 0.1 ? elevation : null;
}

export type Takeoff = { day: string; elevation: number };

const SAME_TAKEOFF_METERS = 3;

/** Where flights took off, latest first. Takeoffs of one day within a few meters count as one. */
export function takeoffsOf(poses: readonly ViewpointPose[]): Takeoff[] {
  const found: Takeoff[] = [];
  for (const pose of poses.toSorted((a, b) => b.day.localeCompare(a.day))) {
    const elevation = takeoffElevation(pose);
    const isKnown = (one: Takeoff) =>
      one.day === pose.day && Math.abs(one.elevation - (elevation ?? NaN)) <= SAME_TAKEOFF_METERS;
    if (elevation !== null && !found.some(isKnown)) found.push({ day: pose.day, elevation });
  }
  return found;
}
