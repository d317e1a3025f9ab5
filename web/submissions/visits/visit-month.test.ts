import { expect, it } from 'vitest';
import { daysOfMonth } from './visit-month.tsx';

it.each([
  ['2026-12', '2026-11-29', '2027-01-02', 35],
  ['2026-02', '2026-02-01', '2026-02-28', 28],
  ['2027-05', '2027-04-25', '2027-06-05', 42],
])('covers %s with whole weeks', (month, first, last, count) => {
  const days = daysOfMonth(month);
  expect([days.at(0), days.at(-1), days.length]).toEqual([first, last, count]);
});
