import { config, z } from 'zod';
import { ROLES } from './roles.ts';
import { storable } from './storable-text.ts';

type ValidationIssue = z.core.$ZodRawIssue;

const FORMATS: Record<string, string> = {
  email: 'This is not a valid email address.',
  uuid: 'This is not a valid ID.',
  date: 'This date does not exist.',
  url: 'This is not a valid web address.',
};
const UNITS: Record<string, string> = { string: 'characters', array: 'entries' };

/** Replaces zod's default messages; undefined keeps zod's own. */
function validationMessage(refusal: ValidationIssue): string | undefined {
  const unit = UNITS[String(refusal['origin'])];
  switch (refusal.code) {
    case 'too_big':
      return unit
        ? `Use at most ${refusal.maximum} ${unit}.`
        : `The maximum is ${refusal.maximum}.`;
    case 'too_small':
      if (unit && Number(refusal.minimum) === 1) return 'This is required.';
      return unit
        ? `Use at least ${refusal.minimum} ${unit}.`
        : `The minimum is ${refusal.minimum}.`;
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

export const Id = z.uuid();

export const Role = z.enum(ROLES);

export const Instant = z.iso.datetime();

/** YYYY-MM-DD, no time zone. There is no year 0 (PostgreSQL rejects it). */
export const Day = z.iso.date().refine((day) => !day.startsWith('0000'), 'There is no year 0.');

/** Characters that override the text direction (UAX #9), which can disguise names. */
const DIRECTION_OVERRIDES = /[\u202d\u202e]/g;
const INVISIBLE = /[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/** A loop, because a regular expression for trailing characters would take quadratic time. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && INVISIBLE.test(value.charAt(start))) start++;
  while (end > start && INVISIBLE.test(value.charAt(end - 1))) end--;
  return value.slice(start, end);
}

/** Trims invisible characters, normalizes (NFC) so that search finds accents, and replaces lone surrogates. */
export const text = (error?: string) =>
  z
    .string(error)
    .overwrite((value) => trimmed(storable(value).normalize().replaceAll(DIRECTION_OVERRIDES, '')));

const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;

/** Single-line text, so that a name can't pass for a separate paragraph in an email. */
export const line = (error?: string) =>
  text(error).overwrite((value) => trimmed(value.replaceAll(CONTROL_CHARACTERS, ' ')));

const orNull = (given: z.ZodString) => given.nullish().transform((value) => (value ? value : null));

export const optionalText = (max: number) => orNull(text().max(max));

export const optionalLine = (max: number) => orNull(line().max(max));

export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

export const TimeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'Unknown time zone.');
