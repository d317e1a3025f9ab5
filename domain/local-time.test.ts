import { expect, it, vi } from 'vitest';
import { localTime, zoneOffset } from './local-time.ts';

it.each([
  ['2026-11-28T05:30:00.250Z', 'America/Chicago', '2026-11-27T23:30:00', -6],
  ['2026-07-01T05:00:00Z', 'America/Chicago', '2026-07-01T00:00:00', -5],
  ['2026-07-01T06:30:00Z', 'Asia/Kolkata', '2026-07-01T12:00:00', 5.5],
  ['2026-07-01T06:30:00Z', 'UTC', '2026-07-01T06:30:00', 0],
  ['2026-07-01T06:30:00Z', 'Pacific/Kiritimati', '2026-07-01T20:30:00', 14],
])('the local time of %s in %s is %s', (instant, timeZone, clock, hours) => {
  expect(localTime(new Date(instant), timeZone)).toBe(clock);
  expect(zoneOffset(new Date(instant), timeZone)).toBe(hours * 3_600_000);
});

it('understands browsers that count the hour after midnight as 24', () => {
  const dates = Intl.DateTimeFormat.prototype;
  const { formatToParts } = dates;
  vi.spyOn(dates, 'formatToParts').mockImplementation(function with24(
    this: Intl.DateTimeFormat,
    instant,
  ) {
    return formatToParts
      .call(this, instant)
      .map((part) =>
        part.type === 'hour' && part.value === '00' ? { ...part, value: '24' } : part,
      );
  });
  expect(localTime(new Date('2026-07-01T05:10:00Z'), 'America/Chicago')).toBe(
    '2026-07-01T00:10:00',
  );
});

it('returns no time for an invalid date', () => {
  expect(localTime(new Date(NaN), 'UTC')).toBe('');
  expect(zoneOffset(new Date(NaN), 'UTC')).toBeNaN();
});
