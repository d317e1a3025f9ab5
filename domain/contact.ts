import { z } from 'zod';
import { CONTACT_EMAIL, CONTACT_LIMITS, CONTACT_MESSAGES, tooLong } from './contact-messages.ts';
import { withAsciiDomain } from './email-address.ts';
import { text } from './fields.ts';

/** Text without line breaks and other control characters, which become spaces. */
const oneLine = (error?: string) =>
  text(error)
    // eslint-disable-next-line no-control-regex -- that is what must not be in there
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
 * What a visitor sends. The last three tell people from programs, and none of them is needed:
 * `website` is a field that people do not see, `token` comes from the server with the form, `proof` is
 * the number whose hash the server asked for.
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

/** How long before sending a form is fetched by somebody who reads and types, in seconds. */
export const FORM_AGE = { least: 3, most: 24 * 3600 } as const;

/** Sent with the message it is for; `proofBits` is 0 when no proof is wanted. */
export const ContactToken = z.object({ token: z.string(), proofBits: z.int() });

/**
 * Messages that are taken: from one network in 10 minutes and in a day, and in a day from all, those
 * of people and suspected spam each by itself, so that spam does not close the form for people.
 */
export const CONTACT_RATES = {
  perMinutes: 10,
  perNetworkDay: 30,
  perDay: 200,
  suspectedPerDay: 200,
} as const;

/** Why a message was taken for spam. */
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

/** Whether a message holds more links than people write. */
export const hasManyLinks = (message: string): boolean =>
  (message.match(/https?:\/\/|\bwww\.|\[url/gi)?.length ?? 0) > LINKS;
