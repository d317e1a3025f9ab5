import tzLookup from '@photostructure/tz-lookup';
import { localTime, zoneOffset } from './local-time.ts';

export type TimeZoneSource = 'exif' | 'gps' | 'site';
export type CaptureTime = {
  capturedAt: Date | null;
  capturedLocal: string | null;
  timeZoneSource: TimeZoneSource | null;
};

/** A camera clock reading; `offset` is its recorded offset in minutes east of UTC. */
export type ClockReading = { local: string; offset: number | null };

const FIRST_YEAR = 1990;
const LAST_YEAR = 2099;
const MAX_OFFSET_MINUTES = 14 * 60;

/** Allows missing seconds, spaces instead of leading zeros, and various separators. */
const DATE =
  /^\s*(\d{4})[:/.-] ?(\d{1,2})[:/.-] ?(\d{1,2})(?:T| +)(\d{1,2}): ?(\d{1,2})(?:: ?(\d{1,2})(?:[.,]\d*)?)? *(Z|[+-]\d[\d:]*)?/i;

/**
 * Parses dates from EXIF ("2025:07:14 10:23:45") and XMP ("2025-07-14T10:23:45.5+02:00"), and odd camera formats
 * ("2025: 8: 1  9: 5: 3", hour 24 for 0). Null for impossible dates, and for years outside 1990-2099, which mean that
 * the clock was never set.
 */
export function parseClock(value: unknown): ClockReading | null {
  if (typeof value !== 'string') return null;
  const [, year = '', month, day, hour, minute, second = '0', offset] = DATE.exec(value) ?? [];
  if (!isUsableYear(Number(year))) return null;
  const two = (digits = '') => digits.padStart(2, '0');
  const clock = `${two(hour === '24' ? '0' : hour)}:${two(minute)}:${two(second)}`;
  const local = `${year}-${two(month)}-${two(day)}T${clock}`;
  const time = Date.parse(`${local}Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== local) return null;
  return { local, offset: parseOffset(offset) };
}

export const isUsableYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Minutes east of UTC from "+05:30", "-0600", "-05" or "Z"; null for anything else. */
export function parseOffset(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (/^\s*Z\s*$/i.test(value)) return 0;
  const match = /^\s*([+-])(\d{1,2})(?::?([0-5]\d))?\s*$/.exec(value);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > MAX_OFFSET_MINUTES) return null;
  return match[1] === '-' ? -minutes : minutes;
}

/**
 * Uses the reading's own offset, then the time zone at the position, then the site's time zone. `gpsTime` may come from
 * an old fix, so it only replaces a missing reading and resolves the repeated hour in fall.
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
  return { capturedAt: instantOfLocalTime(zone, wall, gpsTime), capturedLocal, timeZoneSource };
}

const DAY = 24 * 3_600_000;
/** Maximum error of a camera clock; must be less than half of the repeated hour. */
const MAX_CLOCK_DRIFT_MS = 20 * 60_000;

/** The instant when clocks in the zone show `wall`. In the repeated hour, GPS time decides if it's close enough. */
function instantOfLocalTime(timeZone: string, wall: number, gpsTime: Date | null): Date {
  const guess = zoneOffset(new Date(wall), timeZone);
  const usual = wall - zoneOffset(new Date(wall - guess), timeZone);
  const around = [wall - DAY, wall + DAY].map((at) => wall - zoneOffset(new Date(at), timeZone));
  const showing = around.filter((at) => at + zoneOffset(new Date(at), timeZone) === wall);
  const apart = (at: number) => (gpsTime ? Math.abs(at - gpsTime.getTime()) : Infinity);
  const [nearest = usual] = showing.toSorted((a, b) => apart(a) - apart(b));
  return new Date(apart(nearest) <= MAX_CLOCK_DRIFT_MS ? nearest : usual);
}
