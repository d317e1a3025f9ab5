import { dateFormat } from './date-format.ts';

/** YYYY-MM-DDTHH:MM:SS; empty for an invalid date. Built from parts because localized formats differ by browser. */
export function localTime(instant: Date, timeZone: string): string {
  if (Number.isNaN(instant.getTime())) return '';
  const parts = dateFormat({
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes, digits = 2) =>
    (parts.find((candidate) => candidate.type === type)?.value ?? '').padStart(digits, '0');
  const hour = part('hour').replace('24', '00');
  return `${part('year', 4)}-${part('month')}-${part('day')}T${hour}:${part('minute')}:${part('second')}`;
}

/** Milliseconds ahead of UTC; NaN for an invalid date. */
export function zoneOffset(instant: Date, timeZone: string): number {
  const wholeSeconds = Math.floor(instant.getTime() / 1000) * 1000;
  return Date.parse(`${localTime(instant, timeZone)}Z`) - wholeSeconds;
}
