import { expect, test } from 'vitest';
import { canCompare } from '#web/submissions/published/submission-contents.ts';

test.each([
  ['no weeks', [], false],
  ['one week with several photos', [8], false],
  ['a week with photos and a week with videos only', [8, 0], false],
  ['two weeks with photos', [1, 0, 8], true],
])('canCompare(%s) with photo counts %j is %s', (_what, counts, expected) => {
  expect(canCompare(counts.map((photoCount) => ({ photoCount })))).toBe(expected);
});
