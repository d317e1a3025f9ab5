import type { z } from 'zod';

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
export function validationMessage(refusal: Refusal): string | undefined {
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
