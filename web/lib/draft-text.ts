import { dateText } from '#domain/date-format.ts';
import type { VisitTarget } from '#domain/visit-project.ts';

/** A draft in a list of choices: 'Week 12 · Nov 24', with the year if it isn't that of `today`. */
export function draftText(
  { title, recordedDate }: Pick<VisitTarget, 'title' | 'recordedDate'>,
  today: string,
): string {
  if (recordedDate === null) return `${title} · No date`;
  const isOfYear = recordedDate.slice(0, 4) === today.slice(0, 4);
  const day = dateText(recordedDate, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(!isOfYear && { year: 'numeric' }),
  });
  return `${title} · ${day}`;
}
