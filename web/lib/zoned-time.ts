import { localTime, zoneOffset } from '#domain/local-time.ts';

/**
 * The instant (ISO 8601, UTC) at which clocks in `timeZone` show `clock` ('YYYY-MM-DD HH:mm:ss').
 * An hour that a change to summer time leaves out is read as the hour after it.
 */
export function instantOf(clock: string, timeZone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`);
  const first = asUtc - zoneOffset(new Date(asUtc), timeZone);
  const offset = zoneOffset(new Date(first), timeZone);
  const second = asUtc - offset;
  const exists = zoneOffset(new Date(second), timeZone) === offset;
  return new Date(exists ? second : Math.max(first, second)).toISOString();
}

/** What clocks in `timeZone` show at an instant: 'YYYY-MM-DD HH:mm:ss'. */
export const clockOf = (instant: Date, timeZone: string): string =>
  localTime(instant, timeZone).replace('T', ' ');
