import { z } from 'zod';
import { CONTACT_EMAIL, CONTACT_LIMITS, CONTACT_MESSAGES, tooLong } from './contact-messages.ts';
import { withAsciiDomain } from './email-address.ts';
import { text } from './fields.ts';

const oneLine = (error?: string) =>
  text(error)
    // eslint-disable-next-line no-control-regex -- control characters are removed here
    .overwrite((value) => value.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '))
    .trim();

const optionalLine = (max: number) =>
  oneLine()
    .max(max, tooLong(max))
    .nullish()
    .transform((value) => (value ? value : null));

const { missing, wrongEmail } = CONTACT_MESSAGES;

const requiredLine = (max: number) =>
  oneLine(missing.message).min(1, missing.message).max(max, tooLong(max));

/**
 * `website`, `token`, and `proof` are for spam detection: a field hidden from people, the form's token, and the answer
 * to its proof-of-work challenge.
 */
export const ContactInput = z.object({
  name: requiredLine(CONTACT_LIMITS.name),
  email: requiredLine(CONTACT_LIMITS.email)
    .overwrite(withAsciiDomain)
    .regex(CONTACT_EMAIL, wrongEmail),
  phone: optionalLine(CONTACT_LIMITS.phone),
  company: optionalLine(CONTACT_LIMITS.company),
  message: text(missing.message)
    .min(1, missing.message)
    .max(CONTACT_LIMITS.message, tooLong(CONTACT_LIMITS.message)),
  website: z.string().max(1000).optional(),
  token: z.string().max(200).optional(),
  proof: z.string().max(50).optional(),
});
export type ContactInput = z.output<typeof ContactInput>;

/** Seconds between loading and sending the form; people need at least 3. */
export const FORM_AGE = { min: 3, max: 24 * 3600 } as const;

export const ContactToken = z.object({ token: z.string(), proofBits: z.int() });

/**
 * Limits per network (10 minutes, one day) and for everyone. Suspected spam has its own limit, so it can't block real
 * messages.
 */
export const CONTACT_RATES = {
  perMinutes: 10,
  perNetworkDay: 30,
  perDay: 200,
  suspectedPerDay: 200,
} as const;

export const SpamReason = z.enum([
  'hidden-field',
  'no-token',
  'bad-token',
  'too-fast',
  'too-old',
  'token-used',
  'no-proof',
  'many-links',
]);
export type SpamReason = z.infer<typeof SpamReason>;

const LINKS = 3;

export const hasManyLinks = (message: string): boolean =>
  (message.match(/https?:\/\/|\bwww\.|\[url/gi)?.length ?? 0) > LINKS;
