const formats = new Map<string, Intl.DateTimeFormat>();

/** Shown for invalid dates so that they can't crash a page. */
export const UNKNOWN_DATE = 'Unknown date';

/** Cached: creating a formatter takes about 100 times as long as using it. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', options);
  formats.set(key, format);
  return format;
}

/** Formats an instant: a `Date`, an ISO 8601 string, or a day (YYYY-MM-DD), read as midnight UTC. Never throws. */
export function dateText(value: Date | string, options: Intl.DateTimeFormatOptions): string {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? UNKNOWN_DATE : dateFormat(options).format(instant);
}

/** 'Nov 14, 2026, 3:05 PM CST', in a project's time zone or, by default, the program's. */
export const dateTime = (value: Date | string, timeZone?: string): string =>
  dateText(value, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
