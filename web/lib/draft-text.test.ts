import { expect, test } from 'vitest';
import { draftText } from './draft-text.ts';

test.each([
  ['2026-11-24', 'Week 12 · Nov 24'],
  ['2025-07-07', 'Week 12 · Jul 7, 2025'],
  [null, 'Week 12 · No date'],
])('a draft of %s is shown as %s', (recordedDate, text) => {
  expect(draftText({ title: 'Week 12', recordedDate }, '2026-11-27')).toBe(text);
});
