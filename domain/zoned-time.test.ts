import { expect, it } from 'vitest';
import { clockOf, instantOf } from './zoned-time.ts';

it.each([
  ['2026-11-14 15:05:00', 'America/Chicago', '2026-11-14T21:05:00.000Z'],
  ['2026-07-01 00:00:00', 'America/Chicago', '2026-07-01T05:00:00.000Z'],
  ['2026-07-01 00:00:00', 'Pacific/Auckland', '2026-06-30T12:00:00.000Z'],
  ['2026-07-01 12:00:00', 'Asia/Kolkata', '2026-07-01T06:30:00.000Z'],
  ['2026-07-01 12:00:00', 'UTC', '2026-07-01T12:00:00.000Z'],
])('reads %s in %s', (clock, timeZone, instant) => {
  expect(instantOf(clock, timeZone)).toBe(instant);
  expect(clockOf(new Date(instant), timeZone)).toBe(clock);
});

it('reads the hours around both daylight saving changes', () => {
  const zone = 'America/Chicago';
  expect(instantOf('2026-03-08 01:59:00', zone)).toBe('2026-03-08T07:59:00.000Z');
  expect(instantOf('2026-03-08 03:00:00', zone)).toBe('2026-03-08T08:00:00.000Z');
  expect(instantOf('2026-11-01 00:59:00', zone)).toBe('2026-11-01T05:59:00.000Z');
  expect(instantOf('2026-11-01 02:00:00', zone)).toBe('2026-11-01T08:00:00.000Z');
});

it('reads a skipped hour as the next one', () => {
  expect(instantOf('2026-03-08 02:30:00', 'America/Chicago')).toBe('2026-03-08T08:30:00.000Z');
});
