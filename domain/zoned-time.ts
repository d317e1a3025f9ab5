import { localTime, zoneOffset } from './local-time.ts';

const DAY_MS = 86_400_000;

/**
 * The instant (ISO 8601, UTC) at which clocks in `timeZone` show `clock` ('YYYY-MM-DD HH:mm:ss'). A time skipped by
 * daylight saving is read as one hour later, a time that occurs twice as the first.
 */
export function instantOf(clock: string, timeZone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`);
  const offsetAt = (ms: number) => zoneOffset(new Date(ms), timeZone);
  // Far enough for any offset: one is the offset before a change on that day, the other the one after it.
  const [before, after] = [asUtc - offsetAt(asUtc - DAY_MS), asUtc - offsetAt(asUtc + DAY_MS)];
  const existing = [before, after].filter((ms) => ms + offsetAt(ms) === asUtc);
  return new Date(existing.length > 0 ? Math.min(...existing) : before).toISOString();
}

/** The local time in `timeZone`: 'YYYY-MM-DD HH:mm:ss'. */
export const clockOf = (instant: Date, timeZone: string): string =>
  localTime(instant, timeZone).replace('T', ' ');
