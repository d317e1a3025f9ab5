import { dateText, UNKNOWN_DATE } from './date-format.ts';
import { localTime } from './local-time.ts';
import { groupBy } from './group-by.ts';

/** The day, YYYY-MM-DD, that an instant falls on in a time zone (IANA name); empty for an invalid date. */
export const dayIn = (instant: Date, timeZone: string): string =>
  localTime(instant, timeZone).slice(0, 10);

/**
 * The day, YYYY-MM-DD, that a submission documents: when it was recorded, else published, else begun,
 * by the clock at the site. The server's lists stand in the order of it.
 */
export const documentedDay = (
  submission: { recordedDate: string | null; publishedAt: string | null; createdAt: string },
  timeZone: string,
): string =>
  submission.recordedDate ??
  dayIn(new Date(submission.publishedAt ?? submission.createdAt), timeZone);

/**
 * A week's badge, 'Week 4 of October': the ceiling of the day of the month divided by 7 (1-5), with the
 * month that it counts in. `day`: YYYY-MM-DD.
 */
export function weekBadge(day: string): string {
  const month = dateText(day, { timeZone: 'UTC', month: 'long' });
  return month === UNKNOWN_DATE
    ? month
    : `Week ${Math.ceil(Number(day.slice(8, 10)) / 7)} of ${month}`;
}

/** The project's running week, counted from 1 at its start date; null before it or without one. */
export function projectWeek(startDate: string | null, day: string): number | null {
  if (!startDate) return null;
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${startDate}T00:00:00Z`)) / 86_400_000;
  return days >= 0 ? Math.floor(days / 7) + 1 : null;
}

/** The day that most of `days` are, YYYY-MM-DD, the later of two with as many; null without any. */
export function mostFrequentDay(days: readonly string[]): string | null {
  return countDays(days)[0]?.day ?? null;
}

/** Days, YYYY-MM-DD, with how often each is there, the most frequent first. */
export const countDays = (days: readonly string[]): { day: string; count: number }[] =>
  [...groupBy(days, (day) => day)]
    .map(([day, all]) => ({ day, count: all.length }))
    .toSorted((a, b) => b.count - a.count || b.day.localeCompare(a.day));
