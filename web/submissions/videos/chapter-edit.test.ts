import { expect, test } from 'vitest';
import { momentOf, changeChapter, addChapter, removeChapter } from './chapter-edit.ts';

const crane = { seconds: 10, name: 'Crane' };
const roof = { seconds: 30, name: 'Roof' };

test('a moment is never later than the known end of the video', () => {
  expect(momentOf(12.34, 60)).toBe(12.3);
  expect(momentOf(60, 59.97)).toBe(59.9);
  expect(momentOf(12.36, null)).toBe(12.4);
});

test('keeps chapters in order of time', () => {
  expect(addChapter([roof], crane)).toEqual([crane, roof]);
  expect(changeChapter([crane, roof], 10, { seconds: 45 })).toEqual([
    roof,
    { ...crane, seconds: 45 },
  ]);
  expect(removeChapter([crane, roof], 10)).toEqual([roof]);
});
