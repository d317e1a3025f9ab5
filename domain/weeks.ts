/** The day, YYYY-MM-DD, that an instant falls on in a time zone (IANA name). */
export const dayIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);

/** Number on a week's badge: the ceiling of the day of the month divided by 7 (1-5). `day`: YYYY-MM-DD. */
export const weekBadge = (day: string): number => Math.ceil(Number(day.slice(8, 10)) / 7);

/** The project's running week, counted from 1 at its start date; null before it or without one. */
export function projectWeek(startDate: string | null, day: string): number | null {
  if (!startDate) return null;
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${startDate}T00:00:00Z`)) / 86_400_000;
  return days < 0 ? null : Math.floor(days / 7) + 1;
}
