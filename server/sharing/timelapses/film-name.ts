import type { TimelapseLook } from '#domain/timelapses.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import type { TimelapseContent } from './content.ts';

type Named = Pick<TimelapseContent, 'project' | 'viewpoint' | 'film'>;

/** Two of them leave the look its place in the 240 bytes of a name. */
const MAX_TITLE_BYTES = 80;

/** What a film is called as a file: 'Tower - Crane - 1080p, slow, no dates.mp4'; how it usually looks is not said. */
export function filmName({ project, viewpoint, film }: Named, look: TimelapseLook): string {
  const looks = [
    `${film.height}p`,
    look.speed === 'normal' ? null : look.speed,
    look.isAligned ? null : 'not aligned',
    look.isEvened ? null : 'light as taken',
    look.hasDays ? null : 'no dates',
  ].filter((words) => words !== null);
  const stem = [project, viewpoint].map(shortened).concat(looks.join(', ')).join(' - ');
  return `${safeEntryNames([stem.replace(/[/\\]/g, '-')])[0] ?? 'timelapse'}.mp4`;
}

/** Cut at a character: what is left of one that was cut reads as U+FFFD. */
const shortened = (title: string) =>
  Buffer.from(title)
    .subarray(0, MAX_TITLE_BYTES)
    .toString()
    .replace(/\ufffd$/, '')
    .trimEnd();
