import { captureTime, type CaptureTime } from './capture-time.ts';
import { flightTags, type Blocks } from './flight-tags.ts';
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
};

/** What the blocks of a photo say. Invalid values are null. */
export function photoMetadata(blocks: Blocks, siteTimeZone: string): PhotoMetadata {
  const { exif = {}, xmp = {} } = blocks;
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
    gimbalYaw: degrees(flight.gimbalYaw),
    gimbalPitch: degrees(flight.gimbalPitch),
    gimbalRoll: degrees(flight.gimbalRoll),
    flightYaw: degrees(flight.flightYaw),
    flightPitch: degrees(flight.flightPitch),
    flightRoll: degrees(flight.flightRoll),
    cameraMake: text(exif['Make'] ?? xmp['Make']),
    cameraModel: text(exif['Model'] ?? xmp['Model']),
    lens: text(exif['LensModel'] ?? xmp['LensModel'] ?? xmp['Lens']),
    focalLength: within(exif['FocalLength'] ?? xmp['FocalLength'], 0.1, 10_000),
    orientation: within(exif['Orientation'], 1, 8),
  };
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
