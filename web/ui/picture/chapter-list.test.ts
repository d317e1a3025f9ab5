import { expect, test } from 'vitest';
import { chapterAt } from './chapter-list.tsx';

test.each([
  [0, -1],
  [9.97, 0],
  [29, 0],
  [400, 1],
])('at %s seconds the current chapter has index %s', (time, index) => {
  const chapters = [
    { seconds: 10, name: 'Crane' },
    { seconds: 30, name: 'Roof' },
  ];
  expect(chapterAt(chapters, time)).toBe(index);
});
