import { captureTime, type CaptureTime } from './capture-time.ts';
import { flightTags, type Blocks, type FlightTags } from './flight-tags.ts';
import { photoClock } from './photo-clock.ts';
import { onGlobe, photoAltitude, photoPosition, rational } from './photo-position.ts';

/** Degrees, metres, millimetres; what the file does not say, or says wrongly, is null. */
export type PhotoMetadata = CaptureTime & {
  latitude: number | null;
  longitude: number | null;
  /** Above mean sea level, or whatever the camera calls so. */
  altitude: number | null;
  /** Above the point of take-off. */
  relativeAltitude: number | null;
  /** Of the camera; of the drone where the gimbal is unknown. */
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  gimbalRoll: number | null;
  flightYaw: number | null;
  flightPitch: number | null;
  flightRoll: number | null;
  cameraMake: string | null;
  cameraModel: string | null;
  lens: string | null;
  focalLength: number | null;
  orientation: number | null;
  /** What is wrong with the metadata, in words. */
  warning: string | null;
};

/**
 * What the blocks of a photo say. Values that are none come back as null.
 */
export function photoMetadata(
  blocks: Blocks,
  siteTimeZone: string,
  warning: string | null,
): PhotoMetadata {
  const { ifd0 = {}, exif = {} } = blocks;
  const flight = flightTags(blocks);
  const position =
    photoPosition(blocks) ?? onGlobe(rational(flight.latitude), rational(flight.longitude));
  const { reading, gpsTime } = photoClock(blocks);
  return {
    ...captureTime(reading, position, siteTimeZone, gpsTime),
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    altitude: metres(photoAltitude(blocks)) ?? metres(flight.altitude),
    relativeAltitude: metres(flight.relativeAltitude),
    ...gimbalAngles(flight),
    flightYaw: degrees(flight.flightYaw),
    flightPitch: degrees(flight.flightPitch),
    flightRoll: degrees(flight.flightRoll),
    cameraMake: text(ifd0['Make']),
    cameraModel: text(ifd0['Model']),
    lens: text(exif['LensModel']),
    focalLength: within(exif['FocalLength'], 0.1, 10_000),
    orientation: within(ifd0['Orientation'], 1, 8),
    warning,
  };
}

/**
 * Some drones write a gimbal of exactly 0, 0, 0 whatever it looks at (DJI Mini 2, M400 with P1). When the nose is not at
 * 0, such a gimbal follows it: the flight yaw is its yaw, and its pitch and roll are unknown.
 */
function gimbalAngles(flight: FlightTags) {
  const [gimbalYaw, gimbalPitch, gimbalRoll, flightYaw] = [
    degrees(flight.gimbalYaw),
    degrees(flight.gimbalPitch),
    degrees(flight.gimbalRoll),
    degrees(flight.flightYaw),
  ];
  const isUnset = gimbalYaw === 0 && gimbalPitch === 0 && !gimbalRoll;
  if (!isUnset || !flightYaw) return { gimbalYaw, gimbalPitch, gimbalRoll };
  return { gimbalYaw: flightYaw, gimbalPitch: null, gimbalRoll: null };
}

const metres = (value: unknown) => within(value, -12_000, 100_000);
const degrees = (value: unknown) => within(value, -360, 360);

function within(value: unknown, least: number, most: number): number | null {
  const number = rational(value);
  return number >= least && number <= most ? number : null;
}

function text(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const printable = String(value).replace(/\p{Cc}+/gu, ' ');
  return printable.trim().slice(0, 200) || null;
}
