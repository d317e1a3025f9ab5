import { localTime, zoneOffset } from './local-time.ts';

/**
 * The instant (ISO 8601, UTC) at which clocks in `timeZone` show `clock` ('YYYY-MM-DD HH:mm:ss'). A time skipped by
 * daylight saving is read as one hour later.
 */
export function instantOf(clock: string, timeZone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`);
  const first = asUtc - zoneOffset(new Date(asUtc), timeZone);
  const offset = zoneOffset(new Date(first), timeZone);
  const second = asUtc - offset;
  const exists = zoneOffset(new Date(second), timeZone) === offset;
  return new Date(exists ? second : Math.max(first, second)).toISOString();
}

/** The local time in `timeZone`: 'YYYY-MM-DD HH:mm:ss'. */
export const clockOf = (instant: Date, timeZone: string): string =>
  localTime(instant, timeZone).replace('T', ' ');
