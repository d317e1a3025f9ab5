import { expect, test } from 'vitest';
import { daysLeft } from './bin-table.tsx';

test('rounds the remaining time to days, from 30 days to less than a day', () => {
  const now = new Date('2026-11-01T12:00:00Z');
  expect(daysLeft('2026-12-01T11:59:59Z', now)).toBe('30 days');
  expect(daysLeft('2026-11-30T23:59:59Z', now)).toBe('29 days');
  expect(daysLeft('2026-11-02T12:00:00Z', now)).toBe('1 day');
  expect(daysLeft('2026-11-02T11:59:59Z', now)).toBe('less than a day');
});
