import { bandName, flightTags, type Blocks, type Tags } from './flight-tags.ts';
import {
  captureTime,
  parseClock,
  parseOffset,
  type CaptureTime,
  type ClockReading,
} from './capture-time.ts';

/** How exifr reads a photo into blocks. */
export const BLOCK_OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  xmp: true,
  iptc: false,
  icc: false,
  ihdr: false,
  jfif: false,
  mergeOutput: false,
  multiSegment: true,
  translateValues: false,
  // Revived dates are read in the zone of this process, whatever the file says.
  reviveValues: false,
};

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
  /** The band, of a picture that has a single one. */
  bandName: string | null;
  /** Values a pixel, of a TIFF. */
  samples: number | null;
  /** Whether it says that it is a panorama put together of others. */
  isStitched: boolean;
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
  const { ifd0 = {}, exif = {}, gps = {}, aux = {}, GPano: panorama = {} } = blocks;
  const flight = flightTags(blocks);
  const position = gpsPosition(gps) ?? onGlobe(numeric(flight.latitude), numeric(flight.longitude));
  return {
    ...captureTime(clockReading(blocks), position, siteTimeZone),
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    altitude: gpsAltitude(gps) ?? metres(flight.altitude),
    relativeAltitude: metres(flight.relativeAltitude),
    gimbalYaw: degrees(flight.gimbalYaw),
    gimbalPitch: degrees(flight.gimbalPitch),
    gimbalRoll: degrees(flight.gimbalRoll),
    flightYaw: degrees(flight.flightYaw),
    flightPitch: degrees(flight.flightPitch),
    flightRoll: degrees(flight.flightRoll),
    cameraMake: text(ifd0['Make']),
    cameraModel: text(ifd0['Model']),
    lens: text(exif['LensModel']) ?? text(aux['Lens']),
    focalLength: within(exif['FocalLength'], 0.1, 10_000),
    orientation: within(ifd0['Orientation'], 1, 8),
    bandName: bandName(blocks),
    samples: within(ifd0['SamplesPerPixel'], 1, 1000),
    isStitched: text(panorama['ProjectionType']) !== null,
    warning,
  };
}

/**
 * The time of capture, or else of digitising, with the offset that belongs to it (EXIF 2.32,
 * OffsetTimeOriginal and OffsetTimeDigitized). OffsetTime belongs to the last change of the file
 * and only counts when that is the capture itself.
 */
function clockReading({
  ifd0 = {},
  exif = {},
  xmp = {},
  photoshop = {},
}: Blocks): ClockReading | null {
  const changed = parseClock(ifd0['ModifyDate'])?.local;
  const pairs = [
    [exif['DateTimeOriginal'], exif['OffsetTimeOriginal']],
    [exif['CreateDate'] ?? exif['DateTimeDigitized'], exif['OffsetTimeDigitized']],
    [xmp['CreateDate'], null],
    [photoshop['DateCreated'], null],
  ];
  for (const [value, offset] of pairs) {
    const reading = parseClock(value);
    if (!reading) continue;
    const unchanged = reading.local === changed ? parseOffset(exif['OffsetTime']) : null;
    return { local: reading.local, offset: parseOffset(offset) ?? reading.offset ?? unchanged };
  }
  return null;
}

/** Degrees, minutes and seconds with their hemisphere; without one the side of the globe is not known. */
function gpsPosition(gps: Tags) {
  const latitude = sexagesimal(gps['GPSLatitude'], gps['GPSLatitudeRef'], 'NS');
  const longitude = sexagesimal(gps['GPSLongitude'], gps['GPSLongitudeRef'], 'EW');
  return onGlobe(latitude, longitude);
}

function sexagesimal(value: unknown, hemisphere: unknown, letters: string): number {
  if (!Array.isArray(value) || typeof hemisphere !== 'string') return Number.NaN;
  const side = letters.indexOf(hemisphere.trim().charAt(0).toUpperCase() || '?');
  if (side < 0) return Number.NaN;
  const [whole, minutes = 0, seconds = 0] = value.map(Number);
  const angle = (whole ?? Number.NaN) + minutes / 60 + seconds / 3600;
  return side === 0 ? angle : -angle;
}

/** Cameras without a fix write 0, 0: a place in the Gulf of Guinea where nobody builds. */
function onGlobe(latitude: number, longitude: number) {
  const inside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return inside && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}

function gpsAltitude(gps: Tags): number | null {
  const altitude = metres(gps['GPSAltitude']);
  const reference = gps['GPSAltitudeRef'];
  const below = Number(reference instanceof Uint8Array ? reference[0] : (reference ?? 0)) === 1;
  return altitude !== null && below ? -Math.abs(altitude) : altitude;
}

const metres = (value: unknown) => within(value, -12_000, 100_000);
const degrees = (value: unknown) => within(value, -360, 360);

function within(value: unknown, least: number, most: number): number | null {
  const number = numeric(value);
  return number >= least && number <= most ? number : null;
}

/** Numbers, and texts such as "+12.30"; NaN for anything else. */
function numeric(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function text(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const printable = String(value).replace(/\p{Cc}+/gu, ' ');
  return printable.trim().slice(0, 200) || null;
}
