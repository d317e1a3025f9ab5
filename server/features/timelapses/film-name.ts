import type { TimelapseLook } from '#domain/timelapses.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import type { TimelapseContent } from './content.ts';

type Named = Pick<TimelapseContent, 'project' | 'viewpoint' | 'film'>;

/** What a film is called as a file: 'Tower - Crane - 1080p, slow, no dates.mp4'; how it usually looks is not said. */
export function filmName({ project, viewpoint, film }: Named, look: TimelapseLook): string {
  const looks = [
    `${film.height}p`,
    look.speed === 'normal' ? null : look.speed,
    look.isAligned ? null : 'not aligned',
    look.isEvened ? null : 'light as taken',
    look.hasDays ? null : 'no dates',
  ].filter((words) => words !== null);
  const stem = `${project} - ${viewpoint} - ${looks.join(', ')}`.replace(/[/\\]/g, '-');
  return `${safeEntryNames([stem])[0] ?? 'timelapse'}.mp4`;
}
