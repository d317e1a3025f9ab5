import { expect, it } from 'vitest';
import { msUntilRedraw } from './use-now.ts';

const now = new Date('2026-11-26T12:00:00Z');

it.each([
  ['after a minute when there is no deadline', null, 60_000],
  ['after a minute when the deadline is far away', '2027-11-26T12:00:00Z', 60_000],
  ['at a deadline within the next minute', '2026-11-26T12:00:07Z', 7000],
  ['after a minute when the deadline has passed', '2026-11-26T12:00:00Z', 60_000],
])('re-renders %s', (_case, at, milliseconds) => {
  expect(msUntilRedraw(now, at)).toBe(milliseconds);
});
