import { dateText, UNKNOWN_DATE } from './date-format.ts';
import { localTime } from './local-time.ts';
import { groupBy } from './group-by.ts';

export const dayIn = (instant: Date, timeZone: string): string =>
  localTime(instant, timeZone).slice(0, 10);

/**
 * The recorded day if known, otherwise the day of publication or, for drafts, of creation (YYYY-MM-DD at the site).
 * Lists are sorted by it.
 */
export const documentedDay = (
  submission: { recordedDate: string | null; publishedAt: string | null; createdAt: string },
  timeZone: string,
): string =>
  submission.recordedDate ??
  dayIn(new Date(submission.publishedAt ?? submission.createdAt), timeZone);

/** 'Week 4 of October': the day of the month divided by 7, rounded up (1-5). `day`: YYYY-MM-DD. */
export function weekBadge(day: string): string {
  const month = dateText(day, { timeZone: 'UTC', month: 'long' });
  return month === UNKNOWN_DATE
    ? month
    : `Week ${Math.ceil(Number(day.slice(8, 10)) / 7)} of ${month}`;
}

export function projectWeek(startDate: string | null, day: string): number | null {
  if (!startDate) return null;
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${startDate}T00:00:00Z`)) / 86_400_000;
  return days >= 0 ? Math.floor(days / 7) + 1 : null;
}

export function mostFrequentDay(days: readonly string[]): string | null {
  return countDays(days)[0]?.day ?? null;
}

export const countDays = (days: readonly string[]): { day: string; count: number }[] =>
  [...groupBy(days, (day) => day)]
    .map(([day, all]) => ({ day, count: all.length }))
    .toSorted((a, b) => b.count - a.count || b.day.localeCompare(a.day));
