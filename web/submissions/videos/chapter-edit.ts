import type { Chapter } from '#domain/chapters.ts';

const sortChapters = (chapters: readonly Chapter[]) =>
  chapters.toSorted((a, b) => a.seconds - b.seconds);

/** Rounds a player position to tenths of a second, up to the video's duration. */
export function momentOf(time: number, durationSeconds: number | null): number {
  const end = durationSeconds === null ? Infinity : Math.floor(durationSeconds * 10) / 10;
  return Math.min(end, Math.round(time * 10) / 10);
}

export const addChapter = (chapters: readonly Chapter[], added: Chapter): Chapter[] =>
  sortChapters([...chapters, added]);

export const changeChapter = (
  chapters: readonly Chapter[],
  seconds: number,
  changes: Partial<Chapter>,
): Chapter[] =>
  sortChapters(
    chapters.map((chapter) => (chapter.seconds === seconds ? { ...chapter, ...changes } : chapter)),
  );

export const removeChapter = (chapters: readonly Chapter[], seconds: number): Chapter[] =>
  chapters.filter((chapter) => chapter.seconds !== seconds);
