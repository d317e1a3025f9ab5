import { z } from 'zod';
import { EMAIL_PATTERN, withAsciiDomain } from './email-address.ts';
import { Id, Instant, line, optionalLine, text } from './fields.ts';
import { NewPassword } from './passwords.ts';
import { UNITS_CHOICES } from './units.ts';

/** An address as it is kept: without space around it, in small letters, its domain in ASCII. */
export const Email = text()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .refine((address) => !/[^ -~].*@/.test(address), {
    error: 'Use only the letters a to z before the @.',
    abort: true,
  })
  .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'Please enter a valid email address.' }).max(254));

/** The password that somebody has; what it had to be like is of its time. */
export const GivenPassword = z.string().min(1, 'Please enter your password.').max(200);

const name = (what: string) => line().min(1, `${what} is required.`).max(100);

/** As it is typed: companies are told apart in upper case. */
export const GivenCompanyCode = text()
  .toUpperCase()
  .pipe(z.string().min(1, 'Company code is required.').max(32));

export const SignUpInput = z.object({
  email: Email,
  password: NewPassword,
  firstName: name('First name'),
  lastName: name('Last name'),
  companyCode: GivenCompanyCode,
  phone: optionalLine(50),
});
export type SignUpInput = z.input<typeof SignUpInput>;

export const AddressInput = z.object({ email: Email });

/** The secret at the end of a link that was sent by mail. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/);

/** A code of an authenticator app, or one of the recovery codes, as it is typed. */
export const GivenCode = text().min(6, 'Please enter the code.').max(20);

export const ProfileChange = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  phone: optionalLine(50),
});

/** A person's own choice of units for all projects. */
export const OwnUnits = z.object({ units: z.enum(UNITS_CHOICES) });

/** One's own account, as its page shows it. */
export const Account = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** An address that was asked for and not confirmed yet. */
  pendingEmail: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  companyName: z.string().nullable(),
  /** False for somebody who has only signed in with the provider so far. */
  hasPassword: z.boolean(),
  /** Whether they sign in with the provider, too. */
  signsInByProvider: z.boolean(),
  secondFactor: z.object({
    isOn: z.boolean(),
    /** The product is set to ask it of everybody of this role: it cannot be switched off. */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});
export type Account = z.infer<typeof Account>;

/** Where somebody is signed in. */
export const OwnSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  /** Browser and device, e.g. 'Firefox on a Windows PC'. */
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: Instant,
  lastSeenAt: Instant,
  /** When it ends by itself unless it is used again. */
  endsAt: Instant,
});
export type OwnSession = z.infer<typeof OwnSession>;

/** What an authenticator app is given; `address` is the otpauth: URI of the QR code. */
export const SecondFactorSetup = z.object({ secret: z.string(), address: z.string() });

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
