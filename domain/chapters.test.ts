import { expect, test } from 'vitest';
import { assertChaptersFit } from './chapters.ts';

const video = { kind: 'video', durationSeconds: 60 };
const at = (...times: number[]) => times.map((seconds) => ({ seconds, name: 'Crane' }));

test('accepts chapters at different times within the video', () => {
  expect(() => assertChaptersFit(video, at(0, 31.5, 60))).not.toThrow();
  expect(() => assertChaptersFit({ ...video, durationSeconds: null }, at(900))).not.toThrow();
});

test.each([
  ['a photo', { ...video, kind: 'photo' }, at(1), 'NOT_A_VIDEO'],
  ['a time after the end', video, at(60.1), 'CHAPTER_OUTSIDE_VIDEO'],
  ['two chapters at the same time', video, at(3, 9, 3), 'CHAPTER_TWICE'],
])('rejects %s', (_what, file, chapters, code) => {
  expect(() => assertChaptersFit(file, chapters)).toThrow(expect.objectContaining({ code }));
});
