const made = new Map<string, Intl.DateTimeFormat>();

/** Shown in place of a date that is not valid: a wrong date must not take down what it stands in. */
export const UNKNOWN_DATE = 'Unknown date';

/** A formatter of dates, made once for the same options: to make one takes a hundred times as long as to use it. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', options);
  made.set(key, format);
  return format;
}

/** An instant (a `Date`, ISO 8601, or a day, YYYY-MM-DD, which begins in UTC) for people; never throws. */
export function dateText(value: Date | string, options: Intl.DateTimeFormatOptions): string {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? UNKNOWN_DATE : dateFormat(options).format(instant);
}
