import { config, z } from 'zod';
import { ROLES } from './roles.ts';
import { storable } from './storable-text.ts';

type Refusal = z.core.$ZodRawIssue;

const FORMATS: Record<string, string> = {
  email: 'This is not a valid email address.',
  uuid: 'This is not a valid ID.',
  date: 'This date does not exist.',
  url: 'This is not a valid web address.',
};
const UNITS: Record<string, string> = { string: 'characters', array: 'entries' };

/**
 * What a person reads where a schema says nothing of its own; undefined for what the library says well
 * enough. It stands in front of the library's own texts, see fields.ts.
 */
function validationMessage(refusal: Refusal): string | undefined {
  const unit = UNITS[String(refusal['origin'])];
  switch (refusal.code) {
    case 'too_big':
      return unit ? `Use at most ${refusal.maximum} ${unit}.` : `At most ${refusal.maximum}.`;
    case 'too_small':
      if (unit && Number(refusal.minimum) === 1) return 'Please fill this in.';
      return unit ? `Use at least ${refusal.minimum} ${unit}.` : `At least ${refusal.minimum}.`;
    case 'invalid_type':
      return refusal.input === undefined || refusal.input === null
        ? 'This is required.'
        : undefined;
    case 'invalid_format':
      return FORMATS[refusal.format];
    default:
      return undefined;
  }
}

config({ customError: validationMessage });

/** Identifier of a row, a UUID. */
export const Id = z.uuid();

export const Role = z.enum(ROLES);

/** An instant as ISO 8601 in UTC, as it travels over the wire. */
export const Instant = z.iso.datetime();

/** A calendar day, YYYY-MM-DD, without a time zone. There is no year 0 (PostgreSQL refuses it). */
export const Day = z.iso.date().refine((day) => !day.startsWith('0000'), 'There is no year 0.');

/** The signs that turn what follows back to front (UAX #9). */
const LEFT_OUT = /[\u202d\u202e]/g;
/** Space, and what nobody sees, as it comes along when text is copied. */
const UNSEEN = /[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/** By steps: a pattern for the end of a text would take the square of its length. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && UNSEEN.test(value.charAt(start))) start++;
  while (end > start && UNSEEN.test(value.charAt(end - 1))) end--;
  return value.slice(start, end);
}

/**
 * Text as people type it, without space around it, or anything else that is not seen there: a name of
 * nothing but such signs is none. A letter and its accent become one sign, however a system writes it, so
 * that it is found; halves of a surrogate pair are replaced. `error` is what is said when there is none.
 */
export const text = (error?: string) =>
  z
    .string(error)
    .overwrite((value) => trimmed(storable(value).normalize().replaceAll(LEFT_OUT, '')));

/** Ends of lines and other signs that steer and are not seen. */
const STEERING = /[\p{Cc}\u2028\u2029]+/gu;

/** The same on one line: a name must not look like a paragraph of the mail that it stands in. */
export const line = (error?: string) =>
  text(error).overwrite((value) => trimmed(value.replaceAll(STEERING, ' ')));

const orNull = (given: z.ZodString) => given.nullish().transform((value) => (value ? value : null));

/** Text of one line or more; surrounding space goes, and nothing becomes null. */
export const optionalText = (max: number) => orNull(text().max(max));
/** The same of one line. */
export const optionalLine = (max: number) => orNull(line().max(max));

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
