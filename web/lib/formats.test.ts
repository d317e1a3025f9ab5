import { describe, expect, it, test } from 'vitest';
import {
  counted,
  date,
  dateAndAge,
  dateRange,
  dateTime,
  dayOf,
  relativeDate,
  roughTime,
  draftText,
} from './formats.ts';

const CHICAGO = 'America/Chicago';
const NOW = new Date('2026-11-20T18:00:00Z');

it('uses the singular for one', () => {
  expect([counted(1, 'photo'), counted(12_480, 'photo'), counted(0, 'entry', 'entries')]).toEqual([
    '1 photo',
    '12,480 photos',
    '0 entries',
  ]);
});

describe('dates', () => {
  it('shows the day of an instant in the time zone', () => {
    expect(date('2026-11-15T03:00:00Z', CHICAGO)).toBe('Nov 14, 2026');
    expect(date('2026-11-15T03:00:00Z', 'UTC')).toBe('Nov 15, 2026');
    expect(dayOf('2026-11-15T03:00:00Z', CHICAGO)).toBe('2026-11-14');
  });
  it('keeps calendar days the same in every time zone', () => {
    expect(date('2026-11-14', CHICAGO)).toBe('Nov 14, 2026');
    expect(date('2026-11-14', 'Pacific/Auckland')).toBe('Nov 14, 2026');
    expect(dayOf('2026-11-14', CHICAGO)).toBe('2026-11-14');
  });
  it('shows the time zone with a time', () => {
    expect(dateTime('2026-11-14T21:05:00Z', CHICAGO)).toBe('Nov 14, 2026, 3:05 PM CST');
  });
  it('shows a date with its age', () => {
    expect(dateAndAge('2026-11-14', CHICAGO, NOW)).toBe('Nov 14, 2026 · 6 days ago');
  });
  it.each([
    ['2026-11-20', 'today'],
    ['2026-11-19', 'yesterday'],
    ['2026-11-21', 'tomorrow'],
    ['2026-11-07', '13 days ago'],
    ['2026-11-06', '2 weeks ago'],
    ['2026-10-21', 'last month'],
    ['2026-08-20', '3 months ago'],
    ['2025-11-21', '12 months ago'],
    ['2025-11-20', '1 year ago'],
    ['2027-01-30', 'in 2 months'],
  ])('shows %s as %s on Nov 20', (day, age) => {
    expect(relativeDate(day, CHICAGO, NOW)).toBe(age);
  });
  it.each([
    ['2026-09-28', '2026-11-26', '2 months ago'],
    ['2026-10-27', '2026-11-26', 'last month'],
    ['2026-10-28', '2026-11-26', '4 weeks ago'],
    ['2026-10-01', '2026-11-30', 'last month'],
    ['2026-10-01', '2026-10-31', '4 weeks ago'],
    ['2025-12-31', '2026-02-01', '2 months ago'],
    ['2027-01-01', '2026-11-30', 'in 2 months'],
    ['2024-12-31', '2026-01-05', '1 year ago'],
    ['2027-03-01', '2028-02-29', '1 year ago'],
  ])('counts calendar months: %s on %s is %s', (day, today, age) => {
    expect(relativeDate(day, 'UTC', new Date(today))).toBe(age);
  });
  it('never throws for an invalid date', () => {
    const shown = [date, dateTime, relativeDate, dateAndAge].map((text) =>
      text('soon', CHICAGO, NOW),
    );
    expect(shown).toEqual(['Unknown date', 'Unknown date', 'on an unknown date', 'Unknown date']);
    expect(dateRange('2026-11-14', '2026-14-11')).toBe('Unknown date');
    expect(dateRange('2026-09-14', '2026-11-09')).toMatch(/^Sep 14\s–\sNov 9, 2026$/);
    expect(dayOf('soon', CHICAGO)).toBe('');
  });
  it("uses the time zone's current day, not UTC's", () => {
    const lateEvening = new Date('2026-11-21T04:00:00Z');
    expect(relativeDate('2026-11-20', CHICAGO, lateEvening)).toBe('today');
    expect(relativeDate('2026-11-20', 'UTC', lateEvening)).toBe('yesterday');
  });
});

it.each([
  [59, 'less than a minute'],
  [60, 'about 1 minute'],
  [5000, 'about 83 minutes'],
  [7300, 'about 2 hours'],
])('shows %d seconds as %s', (seconds, text) => {
  expect(roughTime(seconds)).toBe(text);
});

test.each([
  ['2026-11-24', 'Week 12 · Nov 24'],
  ['2025-07-07', 'Week 12 · Jul 7, 2025'],
  [null, 'Week 12 · No date'],
])('a draft dated %s is shown as %s', (recordedDate, text) => {
  expect(draftText({ title: 'Week 12', recordedDate }, '2026-11-27')).toBe(text);
});
