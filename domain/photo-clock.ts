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

function captureDates(blocks: Blocks): Dated[] {
  const { exif = {}, xmp = {}, photoshop = {}, iptc = {}, 'xmp-exif': inXmp = {} } = blocks;
  return [
    [exif['DateTimeOriginal'], exif['OffsetTimeOriginal']],
    [inXmp['DateTimeOriginal'], inXmp['OffsetTimeOriginal']],
    [exif['CreateDate'], exif['OffsetTimeDigitized']],
    [inXmp['DateTimeDigitized'], inXmp['OffsetTimeDigitized']],
    [xmp['CreateDate']],
    [photoshop['DateCreated']],
    [iptcDate(iptc['DateCreated'], iptc['TimeCreated'])],
    [iptcDate(iptc['DigitalCreationDate'], iptc['DigitalCreationTime'])],
  ];
}

const changeDates = (blocks: Blocks): Dated[] => [
  // Without a change its offset can only belong to the capture.
  [blocks.ifd0?.['ModifyDate'] ?? blocks.exif?.['DateTimeOriginal'], blocks.exif?.['OffsetTime']],
  [blocks['xmp-tiff']?.['DateTime'], blocks['xmp-exif']?.['OffsetTime']],
  [blocks['xmp']?.['ModifyDate']],
];

/** "20250801" and "090503+0200" (IPTC IIM 4.2, 2:55 and 2:60) as one text. */
function iptcDate(date: unknown, time: unknown): string | null {
  if (typeof date !== 'string' || typeof time !== 'string') return null;
  const day = date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return `${day}T${time.replace(/^(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}`;
}

/** EXIF has day and time apart, XMP a whole date. */
function gpsTimeOf({ gps = {}, 'xmp-exif': inXmp = {} }: Blocks): Date | null {
  const [day, time] = [gps['GPSDateStamp'], gps['GPSTimeStamp']];
  const clock = Array.isArray(time) ? time.map((part) => Math.floor(Number(part))).join(':') : time;
  const reading =
    parseClock(`${String(day)} ${String(clock)}`) ?? parseClock(inXmp['GPSTimeStamp']);
  return reading && new Date(Date.parse(`${reading.local}Z`) - (reading.offset ?? 0) * 60_000);
}
