import { dateFormat } from './date-format.ts';

/**
 * What clocks in a time zone (IANA name) show at an instant: YYYY-MM-DDTHH:MM:SS; empty for an invalid date. Put
 * together from the parts of a date: the order, separators and digits of a locale differ between browsers.
 */
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
  // Some browsers count the hour after midnight as 24.
  const hour = part('hour').replace('24', '00');
  return `${part('year', 4)}-${part('month')}-${part('day')}T${hour}:${part('minute')}:${part('second')}`;
}

/** Milliseconds that clocks in a time zone are ahead of UTC at an instant; NaN for an invalid date. */
export function zoneOffset(instant: Date, timeZone: string): number {
  const wholeSeconds = Math.floor(instant.getTime() / 1000) * 1000;
  return Date.parse(`${localTime(instant, timeZone)}Z`) - wholeSeconds;
}
