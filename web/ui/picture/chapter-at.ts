import type { Chapter } from '#domain/chapters.ts';

/** A film jumps to the frame before a moment: so many seconds before its start a chapter is under way. */
const NEAR = 0.05;

/** Where in the list the chapter of this position is, seconds; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ seconds }) => seconds <= time + NEAR);
