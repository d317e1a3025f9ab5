import { dateFormat } from './date-format.ts';

/**
 * What clocks in a time zone (IANA name) show at an instant: YYYY-MM-DDTHH:MM:SS. Put together from the parts of a
 * date: the order, signs and digits of a locale differ between browsers.
 */
export function localTime(instant: Date, timeZone: string): string {
  const parts = dateFormat('en-US', {
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
