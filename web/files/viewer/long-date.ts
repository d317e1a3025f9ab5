import { dateText } from '#domain/date-format.ts';

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** 'November 14, 2026' of an instant in the project's time zone, or of a calendar day. */
export function longDate(value: string, timeZone: string): string {
  return dateText(value, {
    timeZone: isDay(value) ? 'UTC' : timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}
