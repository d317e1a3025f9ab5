/** Milliseconds that a time zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const clock = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return clock - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant (ISO 8601, UTC) at which clocks in `timeZone` show `clock` ('YYYY-MM-DD HH:mm:ss').
 * An hour that a change to summer time leaves out is read as the hour after it.
 */
export function instantOf(clock: string, timeZone: string): string {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`);
  const first = asUtc - offsetAt(asUtc, timeZone);
  const offset = offsetAt(first, timeZone);
  const second = asUtc - offset;
  const exists = offsetAt(second, timeZone) === offset;
  return new Date(exists ? second : Math.max(first, second)).toISOString();
}

/** What clocks in `timeZone` show at an instant: 'YYYY-MM-DD HH:mm:ss'. */
export function clockOf(instant: Date, timeZone: string): string {
  const shown = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  return shown.toISOString().slice(0, 19).replace('T', ' ');
}
