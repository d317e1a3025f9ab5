import { dateFormat, dateText, UNKNOWN_DATE } from '#domain/date-format.ts';
import { dayIn } from '#domain/weeks.ts';
import { brand } from './brand.ts';
import type { VisitTarget } from '#domain/card-comparison.ts';

export { dateTime } from '#domain/date-format.ts';

/** The operator's. */
export const DEFAULT_TIME_ZONE = brand.timeZone ?? 'America/Chicago';

const NUMBER = new Intl.NumberFormat('en-US');

export const count = (value: number): string => NUMBER.format(value);

/** A number with its noun: '1 photo', '34 photos'. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** For example '9 files, including 1 RAW file'. */
export const archiveFiles = (fileCount: number, rawCount: number): string =>
  `${counted(fileCount, 'file')}${rawCount > 0 ? `, including ${counted(rawCount, 'RAW file')}` : ''}`;

/** Remaining time: 'less than a minute', 'about 4 minutes', 'about 3 hours'. */
export function roughTime(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  return `about ${minutes < 90 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')}`;
}

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The calendar day (YYYY-MM-DD) of an instant in a time zone. Days are returned unchanged, invalid dates as ''. */
export function dayOf(value: string, timeZone: string): string {
  if (isDay(value)) return value;
  return dayIn(new Date(value), timeZone);
}

/** 'Nov 14, 2026', from an instant in the project's time zone or a calendar day. */
export function date(value: string, timeZone: string): string {
  return dateText(value, { ...DATE, timeZone: isDay(value) ? 'UTC' : timeZone });
}

/** 'November 14, 2026'. */
export function longDate(value: string, timeZone: string): string {
  return dateText(value, { ...DATE, month: 'long', timeZone: isDay(value) ? 'UTC' : timeZone });
}

/** 'Sep 14 – Nov 9, 2026', from two calendar days. */
export function dateRange(first: string, last: string): string {
  const [from, to] = [new Date(first), new Date(last)];
  return from <= to ? dateFormat({ ...DATE, timeZone: 'UTC' }).formatRange(from, to) : UNKNOWN_DATE;
}

/** The browser's own time zone, without the season if there is such a name: 'Central European Time'. */
export function ownTimeZone(): string {
  const named = (timeZoneName: 'longGeneric' | 'long') =>
    dateFormat({ timeZoneName })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const name = named('longGeneric');
  return name.startsWith('GMT') ? named('long') : name;
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/**
 * Age in calendar days: 'today', '6 days ago', 'in 3 weeks'. 'Last month' is the previous calendar month. Years have
 * 365 days, so this says '1 year ago' instead of 'last year'. Invalid dates are 'on an unknown date'.
 */
export function relativeDate(value: string, timeZone: string, now: Date): string {
  const [day, today] = [dayOf(value, timeZone), dayOf(now.toISOString(), timeZone)];
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  const [apart, months] = [Math.abs(days), monthOf(day) - monthOf(today)];
  if (Number.isNaN(days)) return 'on an unknown date';
  if (days === 0) return 'today';
  const isYears = apart >= 365;
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: isYears ? 'always' : 'auto' });
  if (isYears) return format.format(Math.trunc(days / 365), 'year');
  if (apart >= 30 && months !== 0) return format.format(months, 'month');
  return apart >= 14 ? format.format(Math.trunc(days / 7), 'week') : format.format(days, 'day');
}

/** 'Nov 14, 2026 · 6 days ago'. */
export function dateAndAge(value: string, timeZone: string, now: Date = new Date()): string {
  const shown = date(value, timeZone);
  return shown === UNKNOWN_DATE ? shown : `${shown} · ${relativeDate(value, timeZone, now)}`;
}

/** Video time: '1:05' or '1:02:05'. */
export function videoTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

type OddDay = {
  /** YYYY-MM-DD. */
  day: string;
  count: number;
  /** The name of one of its photos. */
  name: string;
};

/** For example 'One photo (DJI_0001.JPG) is from Mar 26, 2018'. */
export const oddDayText = ({ day, count: photos, name }: OddDay): string =>
  `${photos === 1 ? `One photo (${name}) is` : `${count(photos)} photos are`} from ${date(day, 'UTC')}`;

/** A draft in a Select: 'Week 12 · Nov 24', with the year if it isn't the year of `today`. */
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
