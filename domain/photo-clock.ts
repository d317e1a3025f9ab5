import type { Blocks } from './flight-tags.ts';
import { parseClock, parseOffset, type ClockReading } from './capture-time.ts';

/** The date of a tag, and the offset that belongs to it. */
type Dated = [value: unknown, offset?: unknown];

/** What a photo says about its time: a clock at the camera, and the time of its satellites. */
export type PhotoClock = { reading: ClockReading | null; gpsTime: Date | null };

/**
 * The time of capture, or else of digitizing, with its offset (Exif 2.32, OffsetTimeOriginal and
 * OffsetTimeDigitized), by EXIF, XMP or IPTC. Without both the time of the satellites counts, and last the time of
 * the last change. An offset that is written only next to another tag counts when that has the same time.
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

function readDate([value, written]: Dated): ClockReading[] {
  const reading = parseClock(value);
  return reading ? [{ ...reading, offset: parseOffset(written) ?? reading.offset }] : [];
}

function captureDates({ exif = {}, xmp = {}, iptc = {} }: Blocks): Dated[] {
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

const changeDates = ({ exif = {}, xmp = {} }: Blocks): Dated[] => [
  // Without a change its offset can only belong to the capture.
  [exif['DateTime'] ?? exif['DateTimeOriginal'], exif['OffsetTime']],
  [xmp['DateTime'], xmp['OffsetTime']],
  [xmp['ModifyDate']],
];

/** EXIF has day and time apart, XMP a whole date. */
function gpsTimeOf({ exif = {}, xmp = {} }: Blocks): Date | null {
  const [day, time] = [exif['GPSDateStamp'], exif['GPSTimeStamp']];
  const clock = Array.isArray(time) ? time.map((part) => Math.floor(Number(part))).join(':') : time;
  const reading = parseClock(`${String(day)} ${String(clock)}`) ?? parseClock(xmp['GPSTimeStamp']);
  return reading && new Date(Date.parse(`${reading.local}Z`) - (reading.offset ?? 0) * 60_000);
}
