import { expect, it } from 'vitest';
import { msUntilRedraw } from './use-now.ts';

const now = new Date('2026-11-26T12:00:00Z');

it.each([
  ['in a minute when nothing ends', null, 60_000],
  ['in a minute when the end is far', '2027-11-26T12:00:00Z', 60_000],
  ['at the end when that comes before', '2026-11-26T12:00:07Z', 7000],
  ['in a minute once it is over', '2026-11-26T12:00:00Z', 60_000],
])('draws again %s', (_case, at, milliseconds) => {
  expect(msUntilRedraw(now, at)).toBe(milliseconds);
});
