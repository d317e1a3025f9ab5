import { expect, test } from 'vitest';
import { assertChaptersFit } from './chapters.ts';

const film = { kind: 'video', durationSeconds: 60 };
const at = (...moments: number[]) => moments.map((seconds) => ({ seconds, name: 'Crane' }));

test('chapters lie within their film, each at a moment of its own', () => {
  expect(() => assertChaptersFit(film, at(0, 31.5, 60))).not.toThrow();
  expect(() => assertChaptersFit({ ...film, durationSeconds: null }, at(900))).not.toThrow();
});

test.each([
  ['a photo', { ...film, kind: 'photo' }, at(1), 'NOT_A_VIDEO'],
  ['a moment behind the end', film, at(60.1), 'CHAPTER_OUTSIDE_VIDEO'],
  ['the same moment twice', film, at(3, 9, 3), 'CHAPTER_TWICE'],
])('%s is refused', (_what, file, chapters, code) => {
  expect(() => assertChaptersFit(file, chapters)).toThrow(expect.objectContaining({ code }));
});
