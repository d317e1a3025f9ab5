import tzLookup from '@photostructure/tz-lookup';
import { zoneOffset } from './local-time.ts';

/** Where the offset of a captured time comes from: the file, the zone of its position, the site's zone. */
export type TimeZoneSource = 'exif' | 'gps' | 'site';
export type CaptureTime = {
  /** The instant; null without a usable date. */
  capturedAt: Date | null;
  /** What the camera's clock showed, YYYY-MM-DDTHH:MM:SS. */
  capturedLocal: string | null;
  timeZoneSource: TimeZoneSource | null;
};

/** A clock reading, and the offset that was written beside it, if any, in minutes east of UTC. */
export type ClockReading = { local: string; offset: number | null };

const FIRST_YEAR = 1990;
const LAST_YEAR = 2099;
const LONGEST_OFFSET = 14 * 60;

/**
 * Parses the date of EXIF ("2025:07:14 10:23:45") or XMP ("2025-07-14T10:23:45.5+02:00").
 * Answers null for dates that do not exist and for those outside of 1990 to 2099, which cameras and
 * editors write when a clock was never set (0000:00:00, 1970, 9999).
 */
export function parseClock(value: unknown): ClockReading | null {
  if (typeof value !== 'string') return null;
  const match =
    /^\s*(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?/.exec(
      value,
    );
  if (!match || !isUsableYear(Number(match[1]))) return null;
  const local = `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}`;
  const time = Date.parse(`${local}Z`);
  // A day that does not exist, such as 31 June, would be read as one in the next month.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== local) return null;
  return { local, offset: parseOffset(match[7]) };
}

/** Whether a clock that shows this year may have been set. */
export const isUsableYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Minutes east of UTC from "+05:30", "-0600" or "Z"; null for anything else. */
export function parseOffset(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (value.trim() === 'Z') return 0;
  const match = /^\s*([+-])(\d\d):?([0-5]\d)/.exec(value);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  if (minutes > LONGEST_OFFSET) return null;
  return match[1] === '-' ? -minutes : minutes;
}

/** Turns a clock reading into an instant: by its own offset, else by position, else by the site's zone. */
export function captureTime(
  reading: ClockReading | null,
  position: { latitude: number; longitude: number } | null,
  siteTimeZone: string,
): CaptureTime {
  if (!reading) return { capturedAt: null, capturedLocal: null, timeZoneSource: null };
  const wall = Date.parse(`${reading.local}Z`);
  const result = (offset: number, timeZoneSource: TimeZoneSource): CaptureTime => ({
    capturedAt: new Date(wall - offset),
    capturedLocal: reading.local,
    timeZoneSource,
  });
  if (reading.offset !== null) return result(reading.offset * 60_000, 'exif');
  if (position) {
    const zone = tzLookup(position.latitude, position.longitude);
    return result(offsetOfWall(zone, wall), 'gps');
  }
  return result(offsetOfWall(siteTimeZone, wall), 'site');
}

/** Milliseconds east of UTC when clocks in the zone show `wall`; the second look settles clock changes. */
function offsetOfWall(timeZone: string, wall: number): number {
  const guess = zoneOffset(new Date(wall), timeZone);
  return zoneOffset(new Date(wall - guess), timeZone);
}
