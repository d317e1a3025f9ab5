import { expect, test } from 'vitest';
import { canCompare } from '#web/submissions/published/submission-contents.ts';

test.each([
  ['none', [], false],
  ['one with many photos', [8], false],
  ['one with photos and one of films alone', [8, 0], false],
  ['two with photos', [1, 0, 8], true],
])('of the weeks %s: two can be compared', (_what, counts, expected) => {
  expect(canCompare(counts.map((photoCount) => ({ photoCount })))).toBe(expected);
});
