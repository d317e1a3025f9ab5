import { expect, test, vi } from 'vitest';
import { dayIn, documentedDay, mostFrequentDay, projectWeek, weekBadge } from './weeks.ts';

test.each([
  ['2026-03-01T05:59:59Z', 'America/Chicago', '2026-02-28'],
  ['2026-03-01T06:00:00Z', 'America/Chicago', '2026-03-01'],
  ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01'],
])('the day of %s in %s is %s', (instant, timeZone, day) => {
  expect(dayIn(new Date(instant), timeZone)).toBe(day);
});

test('a day is correct however the browser formats dates', () => {
  const dates = Intl.DateTimeFormat.prototype;
  const { formatToParts } = dates;
  const written: { format: unknown } = dates;
  vi.spyOn(written, 'format', 'get').mockReturnValue(() => '11/27/26');
  vi.spyOn(dates, 'formatToParts').mockImplementation(function reversed(
    this: Intl.DateTimeFormat,
    instant,
  ) {
    return formatToParts.call(this, instant).toReversed();
  });
  expect(dayIn(new Date('2026-11-28T05:30:00Z'), 'America/Chicago')).toBe('2026-11-27');
});

test.each([
  ['2026-02-20', '2026-03-01T05:59:59Z', '2026-02-20'],
  [null, '2026-03-01T05:59:59Z', '2026-02-28'],
  [null, null, '2026-02-19'],
])(
  'a submission recorded on %s and published at %s documents %s',
  (recordedDate, publishedAt, day) => {
    const submission = { recordedDate, publishedAt, createdAt: '2026-02-20T02:00:00Z' };
    expect(documentedDay(submission, 'America/Chicago')).toBe(day);
  },
);

test.each([
  ['2026-07-01', 'Week 1 of July'],
  ['2026-07-07', 'Week 1 of July'],
  ['2026-07-08', 'Week 2 of July'],
  ['2026-07-28', 'Week 4 of July'],
  ['2026-07-29', 'Week 5 of July'],
  ['2026-07-31', 'Week 5 of July'],
  ['', 'Unknown date'],
])('the badge of %s is %s', (day, week) => {
  expect(weekBadge(day)).toBe(week);
});

test.each([
  ['2026-03-02', '2026-03-02', 1],
  ['2026-03-02', '2026-03-08', 1],
  // Calendar days, even across a daylight saving change.
  ['2026-03-02', '2026-03-09', 2],
  ['2026-03-02', '2027-03-01', 53],
  ['2026-03-02', '2026-03-01', null],
  ['2026-03-02', '', null],
  [null, '2026-03-01', null],
])('for a project that starts on %s, %s is in week %o', (startDate, day, week) => {
  expect(projectWeek(startDate, day)).toBe(week);
});

test('suggests the day with most photos, or the later of two', () => {
  expect(mostFrequentDay(['2023-08-02', '2023-08-03', '2023-08-02'])).toBe('2023-08-02');
  expect(mostFrequentDay(['2023-08-02', '2023-08-03'])).toBe('2023-08-03');
  expect(mostFrequentDay([])).toBe(null);
});
