import { z } from 'zod';

/** Identifier of a row, a UUID. */
export const Id = z.uuid();

/** An instant as ISO 8601 in UTC, as it travels over the wire. */
export const Instant = z.iso.datetime();

/** A calendar day, YYYY-MM-DD, without a time zone. There is no year 0 (PostgreSQL refuses it). */
export const Day = z.iso.date().refine((day) => !day.startsWith('0000'), 'There is no year 0.');

/**
 * Text as people type it, without space around it. What no database takes is left out or
 * replaced: NUL characters and halves of a surrogate pair. `error` is what is said when there is none.
 */
export const text = (error?: string) =>
  z
    .string(error)
    .overwrite((value) => value.toWellFormed().replaceAll('\0', ''))
    .trim();

/** Text of one line or more; surrounding space goes, and nothing becomes null. */
export const optionalText = (max: number) =>
  text()
    .max(max)
    .nullish()
    .transform((value) => (value ? value : null));

export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

/** An IANA time zone that this runtime knows, e.g. America/Chicago. */
export const TimeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'Unknown time zone');
