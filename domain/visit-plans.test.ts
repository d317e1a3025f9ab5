import { expect, it, test } from 'vitest';
import { dateFormat } from './date-format.ts';
import { dueAt, visitDays, type VisitRule } from './visit-plans.ts';
import { planText } from './visit-texts.ts';

const on = (rule: VisitRule, startsOn = '2026-01-01') => ({ rule, startsOn });
const weekly = (every: number, ...weekdays: number[]): VisitRule => ({
  repeat: 'weekly',
  every,
  weekdays,
});
const monthly = (nth: 1 | 2 | 3 | 4 | -1, weekday: number): VisitRule => ({
  repeat: 'monthly',
  nth,
  weekday,
});

/** Every half hour of two years at which clocks in the zone show Tuesday, 9:30 AM. */
function tuesdaysByIntl(timeZone: string): string[] {
  const format = dateFormat({
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const found: string[] = [];
  for (let ms = Date.UTC(2026, 0, 5, 12); ms < Date.UTC(2027, 11, 29); ms += 1_800_000)
    if (format.format(ms) === 'Tue 09:30') found.push(new Date(ms).toISOString());
  return found;
}

it.each(['America/Chicago', 'Europe/Berlin', 'Australia/Sydney', 'Australia/Lord_Howe'])(
  '104 visits across four changes of daylight saving in %s match a search of all half hours',
  (timeZone) => {
    const days = visitDays(on(weekly(1, 2)), '2026-01-06', '2027-12-28');
    const visits = days.map((day) => dueAt(day, '09:30', timeZone));
    expect(visits).toHaveLength(104);
    expect(visits).toEqual(tuesdaysByIntl(timeZone));
  },
);

it.each([
  ['a skipped hour', '2026-03-08 02:30', 'America/Chicago', '2026-03-08T08:30:00.000Z'],
  ['an hour that occurs twice', '2026-11-01 01:30', 'America/Chicago', '2026-11-01T06:30:00.000Z'],
  ['the same east of Greenwich', '2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['a skipped midnight', '2026-09-06 00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  [
    'a midnight that occurs twice',
    '2026-04-04 23:30',
    'America/Santiago',
    '2026-04-05T02:30:00.000Z',
  ],
])('reads %s', (_, clock, timeZone, instant) => {
  const [day = '', time = ''] = clock.split(' ');
  expect(dueAt(day, time, timeZone)).toBe(instant);
});

test('every n weeks counts from the week of the first day, which starts on Monday', () => {
  const plan = on(weekly(2, 1, 0), '2026-12-02');
  expect(visitDays(plan, '2026-01-01', '2027-01-05')).toEqual([
    '2026-12-06',
    '2026-12-14',
    '2026-12-20',
    '2026-12-28',
    '2027-01-03',
  ]);
  expect(visitDays(plan, '2026-12-15', '2026-12-19')).toEqual([]);
});

test('the nth and last weekday of a month', () => {
  const daysOf = (rule: VisitRule) => visitDays(on(rule), '2026-01-01', '2026-03-31');
  expect(daysOf(monthly(-1, 5))).toEqual(['2026-01-30', '2026-02-27', '2026-03-27']);
  expect(daysOf(monthly(1, 4))).toEqual(['2026-01-01', '2026-02-05', '2026-03-05']);
  expect(daysOf(monthly(4, 6))).toEqual(['2026-01-24', '2026-02-28', '2026-03-28']);
});

it.each([
  [weekly(1, 2), '09:00', 'Every Tuesday at 9 AM'],
  [weekly(2, 5, 2), '14:30', 'Every other Tuesday and Friday at 2:30 PM'],
  [weekly(3, 1), '00:00', 'Every 3 weeks on Monday at 12 AM'],
  [weekly(1, 0, 1, 2, 3, 4, 5, 6), '12:00', 'Every day at 12 PM'],
  [monthly(-1, 5), '09:05', 'The last Friday of the month at 9:05 AM'],
  [null, '09:00', 'On request'],
])('describes a plan', (rule, time, text) => {
  expect(planText({ rule, time })).toBe(text);
});
