import { expect, test } from 'vitest';
import {
  hoursText,
  type PublicationClock,
  publishedText,
  readClock,
  clockRecordOf,
} from './publication-clock.ts';

const HOUR_MS = 3_600_000;
/** Noon on the Saturday before clocks in Chicago go back an hour. */
const FLIGHT = Date.parse('2026-10-31T12:00:00-05:00');
const after = (hours: number) => new Date(FLIGHT + hours * HOUR_MS).toISOString();

const clock = (changes: Partial<PublicationClock> = {}): PublicationClock => ({
  flownAt: after(0),
  begunAt: after(2),
  publishedAt: null,
  pauses: [],
  ...changes,
});
const pause = (from: number, to: number | null, reason = 'Rain') => ({
  reason,
  startedAt: after(from),
  endedAt: to === null ? null : after(to),
});
const at = (hours: number, changes: Partial<PublicationClock> = {}) =>
  readClock(clock(changes), new Date(after(hours)));

test('a late draft counts as overdue in the last week until it is published', () => {
  const draft = clock({ flownAt: after(0), begunAt: after(1) });
  const kept = clock({ publishedAt: after(30) });
  expect(clockRecordOf([draft, kept], new Date(after(35)))).toMatchObject({ overdue: 0, kept: 1 });
  const record = clockRecordOf([draft, kept], new Date(after(51)));
  expect(record).toMatchObject({ published: 1, kept: 1, overdue: 1, medianHours: 30 });
  expect(record.weeks.at(-1)).toMatchObject({ published: 1, overdue: 1 });
});

test.each([
  [0, 'running'],
  [29.9, 'running'],
  [30, 'soon'],
  [36, 'soon'],
  [36.01, 'late'],
])('%s hours after the flight a draft is %s', (hours, state) => {
  expect(at(hours)).toMatchObject({ state, isPaused: false, hours: expect.closeTo(hours, 6) });
});

test('hours are counted correctly over a clock change', () => {
  const reading = at(20);
  expect(reading?.dueAt?.toISOString()).toBe('2026-11-02T05:00:00.000Z');
  expect(
    reading?.dueAt?.toLocaleString('en-US', { timeZone: 'America/Chicago', timeStyle: 'short' }),
  ).toBe('11:00 PM');
});

test('a pause stops the clock and moves the due time', () => {
  expect(at(40, { pauses: [pause(10, 20)] })).toMatchObject({
    state: 'soon',
    hours: 30,
    pausedHours: 10,
    dueAt: new Date(after(46)),
  });
  expect(at(40, { pauses: [pause(10, null)] })).toMatchObject({
    state: 'running',
    isPaused: true,
    hours: 10,
    dueAt: null,
  });
});

test('overlapping pauses count once, and only between flight and publication', () => {
  const pauses = [pause(8, 12), pause(-5, 2), pause(10, 15), pause(11, 13), pause(18, null)];
  expect(at(99, { pauses, publishedAt: after(20) })).toMatchObject({
    state: 'kept',
    isPaused: false,
    hours: 9,
    pausedHours: 11,
  });
});

test('a submission without a capture time or flown weeks earlier has no clock', () => {
  expect(at(5, { flownAt: null })).toBeNull();
  expect(at(500, { begunAt: after(14 * 24 + 1) })).toBeNull();
  expect(at(500, { begunAt: after(14 * 24) })).not.toBeNull();
});

test('clients see the hours from flight to publication and the reasons for pauses', () => {
  const text = (hours: number, pauses: PublicationClock['pauses'] = []) =>
    publishedText(clock({ publishedAt: after(hours), pauses }));
  expect(text(20.2)).toBe('Published 21 hours after the flight.');
  expect(text(0.2)).toBe('Published 1 hour after the flight.');
  expect(text(36.5)).toBe('Published 37 hours after the flight.');
  expect(text(100)).toBe('Published 5 days after the flight.');
  expect(text(41, [pause(5, 20), pause(21, 26), pause(42, 50, 'Later')])).toBe(
    'Published 41 hours after the flight. The clock was paused for 20 hours: Rain',
  );
  expect(publishedText(clock())).toBeNull();
  expect(publishedText(clock({ flownAt: null, publishedAt: after(3) }))).toBeNull();
});

test('hours are shown in a suitable unit', () => {
  expect([0, 0.5, 1, 1.9, 72, 73].map((hours) => hoursText(hours))).toEqual([
    '1 minute',
    '30 minutes',
    '1 hour',
    '1 hour',
    '72 hours',
    '3 days',
  ]);
});

test('the record covers twelve weeks, and the median covers published ones', () => {
  const now = new Date(after(13 * 7 * 24));
  const flown = (daysAgo: number, hours: number) => {
    const publishedAt = new Date(now.getTime() - daysAgo * 24 * HOUR_MS);
    const flownAt = new Date(publishedAt.getTime() - hours * HOUR_MS).toISOString();
    return clock({ flownAt, begunAt: flownAt, publishedAt: publishedAt.toISOString() });
  };
  const old = clock({ flownAt: after(-9999), publishedAt: after(13 * 7 * 24 - 1) });
  const record = clockRecordOf([flown(1, 10), flown(2, 20), flown(10, 40), flown(85, 1), old], now);
  expect(record).toMatchObject({ published: 3, kept: 2, medianHours: 20 });
  expect(record.weeks).toHaveLength(12);
  expect(
    record.weeks.slice(-3).map(({ published, medianHours }) => [published, medianHours]),
  ).toEqual([
    [0, null],
    [1, 40],
    [2, 15],
  ]);
});
