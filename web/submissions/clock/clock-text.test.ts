import { expect, test } from 'vitest';
import { readClock, type StaffClock } from '#domain/publication-clock.ts';
import { clockLabel, clockSentences } from './clock-text.ts';

const HOUR_MS = 3_600_000;
/** Noon in Chicago on the day before clocks go back an hour. */
const FLIGHT = Date.parse('2026-10-31T17:00:00Z');
const after = (hours: number) => new Date(FLIGHT + hours * HOUR_MS);

const clock = (changes: Partial<StaffClock> = {}): StaffClock => ({
  flownAt: after(0).toISOString(),
  begunAt: after(2).toISOString(),
  publishedAt: null,
  pauses: [],
  ...changes,
});
const pause = (from: number, to: number | null) => ({
  id: 'p',
  reason: 'Rain',
  startedAt: after(from).toISOString(),
  endedAt: to === null ? null : after(to).toISOString(),
  startedBy: null,
  endedBy: null,
});
const textsAt = (hours: number, changes: Partial<StaffClock> = {}) => [
  clockLabel(readClock(clock(changes), after(hours))),
  clockSentences(clock(changes), after(hours), 'America/Chicago'),
];

test('shows when a draft is due in local time, across a daylight saving change', () => {
  expect(textsAt(31)).toEqual([
    'Due in 5 hours',
    '31 hours since the last capture. It is due Nov 1, 2026, 11:00 PM CST.',
  ]);
});

test('shows when a late draft was due', () => {
  expect(textsAt(39.5)).toEqual([
    '3 hours late',
    '39 hours since the last capture. It was due Nov 1, 2026, 11:00 PM CST.',
  ]);
});

test('shows a running pause, and the total of all pauses after publication', () => {
  expect(textsAt(20, { pauses: [pause(10, null)] })).toEqual([
    'Paused',
    '10 hours since the last capture, not counting 10 hours of pauses. The clock is paused until you resume it.',
  ]);
  expect(textsAt(99, { pauses: [pause(10, 20)], publishedAt: after(30).toISOString() })).toEqual([
    'In 20 hours',
    'Published in 20 hours, not counting 10 hours of pauses: within the promised 36 hours.',
  ]);
});

test('explains why a clock is not counting', () => {
  expect(textsAt(5, { flownAt: null })).toEqual([
    null,
    'The clock starts at the last capture, but no file here has a capture time.',
  ]);
  expect(textsAt(5, { begunAt: after(999).toISOString() })[1]).toMatch(/^No clock: /);
});
