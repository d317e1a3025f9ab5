import { expect, it } from 'vitest';
import { matchingVisit } from './visits.ts';
import { dueText } from './visit-texts.ts';

const TIME_ZONE = 'America/Chicago';
const visit = (dueAt: string, isFlown = false) => ({ dueAt, isFlown });
const first = visit('2026-12-01T15:00:00Z');
const flown = visit('2026-12-01T15:00:00Z', true);
const second = visit('2026-12-01T20:00:00Z');
const friday = visit('2026-12-04T15:00:00Z');

it.each([
  ['the visit of that day', [friday, second, first], '2026-12-01', first],
  ['the second one of a day', [first, second, friday].with(0, flown), '2026-12-01', second],
  ['nothing for a second drone', [flown, friday], '2026-12-01', null],
  ['the nearest day, for a flight a day late', [first, friday], '2026-12-02', first],
  ['the nearest day, for a flight a day early', [first, friday], '2026-12-03', friday],
  ['nothing for an additional flight', [flown, friday], '2026-12-02', null],
  ['nothing more than 3 days away', [friday], '2026-11-30', null],
])('matches %s', (_, visits, day, expected) => {
  expect(matchingVisit(visits, day, TIME_ZONE)).toBe(expected);
});

it('names the time at the site', () => {
  const now = new Date('2026-11-28T00:00:00Z');
  expect(dueText('2026-12-01T15:00:00Z', TIME_ZONE, now)).toBe('Tue, Dec 1, 9 AM');
  expect(dueText('2027-01-05T15:30:00Z', TIME_ZONE, now)).toBe('Tue, Jan 5, 2027, 9:30 AM');
});
