import {
  captureTime,
  parseClock,
  parseOffset,
  type CaptureTime,
  type ClockReading,
} from './capture-time.ts';
import { flightTags, type Blocks, type FlightTags } from './flight-tags.ts';
import { onGlobe, photoAltitude, photoPosition, rational } from './photo-position.ts';

/** Degrees, meters, millimeters; null for missing or invalid values. */
export type PhotoMetadata = CaptureTime & {
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  relativeAltitude: number | null;
  /** Angles of the camera, or of the drone if the gimbal's are unknown. */
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  gimbalRoll: number | null;
  flightYaw: number | null;
  flightPitch: number | null;
  flightRoll: number | null;
  cameraMake: string | null;
  cameraModel: string | null;
  cameraSerial: string | null;
  /** Only drones for professionals write these. */
  aircraftModel: string | null;
  aircraftSerial: string | null;
  lens: string | null;
  focalLength: number | null;
  equivalentFocalLength: number | null;
  digitalZoom: number | null;
  imageSource: string | null;
  bandName: string | null;
  orientation: number | null;
  samples: number | null;
  isStitched: boolean;
};

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
    altitude: meters(photoAltitude(blocks)) ?? meters(flight.altitude),
    relativeAltitude: meters(flight.relativeAltitude),
    ...gimbalAngles(flight),
    flightYaw: degrees(flight.flightYaw),
    flightPitch: degrees(flight.flightPitch),
    flightRoll: degrees(flight.flightRoll),
    cameraMake: text(exif['Make'] ?? xmp['Make']),
    cameraModel: text(exif['Model'] ?? xmp['Model']),
    cameraSerial: text(exif['BodySerialNumber'] ?? xmp['CameraSerialNumber']),
    aircraftModel: text(flight.aircraftModel),
    aircraftSerial: text(flight.aircraftSerial),
    lens: text(exif['LensModel'] ?? xmp['LensModel'] ?? xmp['Lens']),
    focalLength: within(exif['FocalLength'] ?? xmp['FocalLength'], 0.1, 10_000),
    equivalentFocalLength: within(
      exif['FocalLengthIn35mmFilm'] ?? xmp['FocalLengthIn35mmFilm'],
      1,
      10_000,
    ),
    digitalZoom: within(exif['DigitalZoomRatio'] ?? xmp['DigitalZoomRatio'], 1, 1000),
    imageSource: text(flight.imageSource),
    bandName: text(singleValue(xmp['BandName'])),
    samples: within(exif['SamplesPerPixel'], 1, 1000),
    isStitched: text(xmp['ProjectionType']) !== null,
    orientation: within(exif['Orientation'], 1, 8),
  };
}

/**
 * Some drones always write 0, 0, 0 for the gimbal (DJI Mini 2, M400 with P1). If there is a flight yaw, those are
 * placeholders.
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

const singleValue = (value: unknown): unknown =>
  Array.isArray(value) ? (value.length === 1 ? value[0] : null) : value;

const meters = (value: unknown) => within(value, -12_000, 100_000);
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

type DateAndOffset = [value: unknown, offset?: unknown];

type PhotoClock = { reading: ClockReading | null; gpsTime: Date | null };

/**
 * The time of capture, then of digitizing, with its offset (Exif 2.32, OffsetTimeOriginal and OffsetTimeDigitized).
 * Falls back to GPS time, then modification time. The offset of another tag applies if that tag has the same time.
 */
export function photoClock(blocks: Blocks): PhotoClock {
  const gpsTime = gpsTimeOf(blocks);
  const captured = captureDates(blocks).flatMap(readDate);
  const changed = changeDates(blocks).flatMap(readDate);
  const [reading = null] = gpsTime ? captured : [...captured, ...changed];
  if (!reading || reading.offset !== null) return { reading, gpsTime };
  const same = [...captured, ...changed].filter(({ local }) => local === reading.local);
  const offset = same.find((other) => other.offset !== null)?.offset ?? null;
  return { reading: { ...reading, offset }, gpsTime };
}

function readDate([value, written]: DateAndOffset): ClockReading[] {
  const reading = parseClock(value);
  return reading ? [{ ...reading, offset: parseOffset(written) ?? reading.offset }] : [];
}

function captureDates({ exif = {}, xmp = {}, iptc = {} }: Blocks): DateAndOffset[] {
  return [
    [exif['DateTimeOriginal'], exif['OffsetTimeOriginal']],
    [xmp['DateTimeOriginal'], xmp['OffsetTimeOriginal']],
    [exif['DateTimeDigitized'], exif['OffsetTimeDigitized']],
    [xmp['DateTimeDigitized'], xmp['OffsetTimeDigitized']],
    [xmp['CreateDate']],
    [xmp['DateCreated']],
    [`${String(iptc['Date Created'])}T${String(iptc['Time Created'])}`],
    [`${String(iptc['Digital Creation Date'])}T${String(iptc['Digital Creation Time'])}`],
  ];
}

const changeDates = ({ exif = {}, xmp = {} }: Blocks): DateAndOffset[] => [
  // Without a modification date, OffsetTime must refer to the capture time.
  [exif['DateTime'] ?? exif['DateTimeOriginal'], exif['OffsetTime']],
  [xmp['DateTime'], xmp['OffsetTime']],
  [xmp['ModifyDate']],
];

function gpsTimeOf({ exif = {}, xmp = {} }: Blocks): Date | null {
  const [day, time] = [exif['GPSDateStamp'], exif['GPSTimeStamp']];
  const clock = Array.isArray(time) ? time.map((part) => Math.floor(Number(part))).join(':') : time;
  const reading = parseClock(`${String(day)} ${String(clock)}`) ?? parseClock(xmp['GPSTimeStamp']);
  return reading && new Date(Date.parse(`${reading.local}Z`) - (reading.offset ?? 0) * 60_000);
}
