import type { TimelapseOptions } from '#domain/timelapses.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import type { TimelapseContent } from './content.ts';

type Named = Pick<TimelapseContent, 'project' | 'viewpoint' | 'film'>;

/** For project and viewpoint each; leaves enough room for the options in a name of 240 bytes. */
const MAX_TITLE_BYTES = 80;

/** For example, 'Tower - Crane - 1080p, slow, no dates.mp4'. Options with default values are left out. */
export function timelapseFileName(
  { project, viewpoint, film }: Named,
  look: TimelapseOptions,
): string {
  const looks = [
    `${film.height}p`,
    look.speed === 'normal' ? null : look.speed,
    look.isAligned ? null : 'not aligned',
    look.isEvened ? null : 'original light',
    look.hasDays ? null : 'no dates',
  ].filter((words) => words !== null);
  const stem = [project, viewpoint].map(shortened).concat(looks.join(', ')).join(' - ');
  return `${safeEntryNames([stem.replace(/[/\\]/g, '-')])[0] ?? 'timelapse'}.mp4`;
}

/** Removes a partial character at the end, which decodes to U+FFFD. */
const shortened = (title: string) =>
  Buffer.from(title)
    .subarray(0, MAX_TITLE_BYTES)
    .toString()
    .replace(/\ufffd$/, '')
    .trimEnd();
