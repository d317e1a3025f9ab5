import tzLookup from '@photostructure/tz-lookup';
import { localTime, zoneOffset } from './local-time.ts';

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

/** Seconds may be missing, digits be spaces; separators differ. */
const DATE =
  /^\s*(\d{4})[:/.-] ?(\d{1,2})[:/.-] ?(\d{1,2})(?:T| +)(\d{1,2}): ?(\d{1,2})(?:: ?(\d{1,2})(?:[.,]\d*)?)? *(Z|[+-]\d[\d:]*)?/i;

/**
 * Parses the date of EXIF ("2025:07:14 10:23:45") or XMP ("2025-07-14T10:23:45.5+02:00"), and what cameras write
 * instead: "2025: 8: 1  9: 5: 3", "2025/08/01 09:05", the first hour of a day as 24.
 * Answers null for dates that do not exist and for those outside of 1990 to 2099, which cameras and
 * editors write when a clock was never set (0000:00:00, 1970, 9999).
 */
export function parseClock(value: unknown): ClockReading | null {
  if (typeof value !== 'string') return null;
  const [, year = '', month, day, hour, minute, second = '0', offset] = DATE.exec(value) ?? [];
  if (!isUsableYear(Number(year))) return null;
  const two = (digits = '') => digits.padStart(2, '0');
  const clock = `${two(hour === '24' ? '0' : hour)}:${two(minute)}:${two(second)}`;
  const local = `${year}-${two(month)}-${two(day)}T${clock}`;
  const time = Date.parse(`${local}Z`);
  // A day that does not exist, such as 31 June, would be read as one in the next month.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== local) return null;
  return { local, offset: parseOffset(offset) };
}

/** Whether a clock that shows this year may have been set. */
export const isUsableYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Minutes east of UTC from "+05:30", "-0600", "-05" or "Z"; null for anything else. */
export function parseOffset(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (/^\s*Z\s*$/i.test(value)) return 0;
  const match = /^\s*([+-])(\d{1,2})(?::?([0-5]\d))?\s*$/.exec(value);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > LONGEST_OFFSET) return null;
  return match[1] === '-' ? -minutes : minutes;
}

/**
 * Turns a clock reading into an instant: by its own offset, else by position, else by the site's zone. `gpsTime`
 * stands in for a missing reading. It says which of two equal hours in fall is meant, and no more: receivers
 * write times of an old fix.
 */
export function captureTime(
  reading: ClockReading | null,
  position: { latitude: number; longitude: number } | null,
  siteTimeZone: string,
  gpsTime: Date | null = null,
): CaptureTime {
  const zone = position ? tzLookup(position.latitude, position.longitude) : siteTimeZone;
  const timeZoneSource = position ? 'gps' : 'site';
  if (!reading) {
    if (!gpsTime) return { capturedAt: null, capturedLocal: null, timeZoneSource: null };
    return { capturedAt: gpsTime, capturedLocal: localTime(gpsTime, zone), timeZoneSource };
  }
  const capturedLocal = reading.local;
  const wall = Date.parse(`${capturedLocal}Z`);
  if (reading.offset !== null) {
    const capturedAt = new Date(wall - reading.offset * 60_000);
    return { capturedAt, capturedLocal, timeZoneSource: 'exif' };
  }
  return { capturedAt: instantOfWall(zone, wall, gpsTime), capturedLocal, timeZoneSource };
}

const DAY = 24 * 3_600_000;
/** How far a camera's clock may be off, less than half the time between two equal hours. */
const CLOCK_DRIFT = 20 * 60_000;

/** When clocks in the zone show `wall`. Of two such instants GPS time decides, or else the second look at the zone. */
function instantOfWall(timeZone: string, wall: number, gpsTime: Date | null): Date {
  const guess = zoneOffset(new Date(wall), timeZone);
  const usual = wall - zoneOffset(new Date(wall - guess), timeZone);
  const around = [wall - DAY, wall + DAY].map((at) => wall - zoneOffset(new Date(at), timeZone));
  const showing = around.filter((at) => at + zoneOffset(new Date(at), timeZone) === wall);
  const apart = (at: number) => (gpsTime ? Math.abs(at - gpsTime.getTime()) : Infinity);
  const [nearest = usual] = showing.toSorted((a, b) => apart(a) - apart(b));
  return new Date(apart(nearest) <= CLOCK_DRIFT ? nearest : usual);
}
