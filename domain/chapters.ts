import { z } from 'zod';
import { AppError } from './errors.ts';
import { line } from './fields.ts';

export const MAX_CHAPTERS = 100;
export const MAX_CHAPTER_NAME = 100;

export const Chapter = z.object({
  seconds: z.number().min(0),
  name: line('A name is required.').min(1).max(MAX_CHAPTER_NAME),
});
export type Chapter = z.infer<typeof Chapter>;

export const Chapters = z.array(Chapter).max(MAX_CHAPTERS);

type VideoFile = { kind: string; durationSeconds: number | null };

const endOf = (film: VideoFile) => film.durationSeconds ?? Infinity;

/**
 * Throws NOT_A_VIDEO, or MOMENT_OUTSIDE_VIDEO if `seconds` is past the end of the video. An unknown duration passes.
 */
export function assertMomentFits(film: VideoFile, seconds: number): void {
  if (film.kind !== 'video') throw new AppError('NOT_A_VIDEO');
  if (seconds > endOf(film)) throw new AppError('MOMENT_OUTSIDE_VIDEO');
}

/** Throws NOT_A_VIDEO, CHAPTER_OUTSIDE_VIDEO, or CHAPTER_TWICE (same moment). An unknown duration passes. */
export function assertChaptersFit(film: VideoFile, chapters: readonly Chapter[]): void {
  if (film.kind !== 'video') throw new AppError('NOT_A_VIDEO');
  const end = endOf(film);
  if (chapters.some(({ seconds }) => seconds > end)) throw new AppError('CHAPTER_OUTSIDE_VIDEO');
  const moments = new Set(chapters.map(({ seconds }) => seconds));
  if (moments.size < chapters.length) throw new AppError('CHAPTER_TWICE');
}
