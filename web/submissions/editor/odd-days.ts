import type { StaffFile } from '#domain/files.ts';
import { countDays } from '#domain/weeks.ts';
import { dayOf } from '#web/lib/formats.ts';

/**
 * The days of photos but the one that the submission documents: its recording date, YYYY-MM-DD, or else
 * the day of most of them. Each with its first photo; the most frequent first.
 */
export function oddDays<T extends Pick<StaffFile, 'kind' | 'state' | 'capturedAt'>>(
  files: readonly T[],
  timeZone: string,
  recordedDate: string | null,
): { day: string; count: number; first: T }[] {
  const photos = files.flatMap((file) => {
    const { kind, state, capturedAt } = file;
    return kind === 'photo' && state === 'ready' && capturedAt
      ? [{ file, day: dayOf(capturedAt, timeZone) }]
      : [];
  });
  const days = countDays(photos.map(({ day }) => day));
  const documented = days.find(({ day }) => day === recordedDate) ?? days[0];
  return days.flatMap((each) => {
    const first = photos.find(({ day }) => day === each.day)?.file;
    return each === documented || !first ? [] : [{ ...each, first }];
  });
}
