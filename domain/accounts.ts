import { z } from 'zod';
import { CONTACT_MESSAGES } from './contact-messages.ts';
import { EMAIL_PATTERN, withAsciiDomain } from './email-address.ts';
import { Id, Instant, line, optionalLine, text } from './fields.ts';
import { NewPassword } from './passwords.ts';
import { UNITS_CHOICES } from './units.ts';

export const Email = text()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .refine((address) => !/[^ -~].*@/.test(address), {
    error: "The part before the @ can't contain accented or non-Latin characters.",
    abort: true,
  })
  .pipe(z.email({ pattern: EMAIL_PATTERN, error: CONTACT_MESSAGES.wrongEmail }).max(254));

/** Checks only the length, because passwords set under older rules must still work. */
export const EnteredPassword = z.string().min(1, 'Enter your password.').max(200);

const name = (what: string) => line().min(1, `${what} is required.`).max(100);

export const EnteredCompanyCode = text()
  .toUpperCase()
  .pipe(z.string().min(1, 'Company code is required.').max(32));

export const SignUpInput = z.object({
  email: Email,
  password: NewPassword,
  firstName: name('First name'),
  lastName: name('Last name'),
  companyCode: EnteredCompanyCode,
  phone: optionalLine(50),
});
export type SignUpInput = z.input<typeof SignUpInput>;

export const AddressInput = z.object({ email: Email });

export const LinkToken = z.string().regex(/^[\w-]{43}$/);

export const EnteredCode = text().min(6, 'Enter the code.').max(20);

/** Number of the FAA remote pilot certificate (Part 107). */
export const Certificate = optionalLine(50);

export const ProfileChange = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  phone: optionalLine(50),
  certificate: Certificate.optional(),
});

export const OwnUnits = z.object({ units: z.enum(UNITS_CHOICES) });

export const Account = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  certificate: z.string().nullable(),
  companyName: z.string().nullable(),
  hasPassword: z.boolean(),
  signsInByProvider: z.boolean(),
  secondFactor: z.object({
    isOn: z.boolean(),
    isRequired: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});
export type Account = z.infer<typeof Account>;

export const OwnSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: Instant,
  lastSeenAt: Instant,
  endsAt: Instant,
});
export type OwnSession = z.infer<typeof OwnSession>;

/** `address` is the otpauth: URI that the QR code contains. */
export const SecondFactorSetup = z.object({ secret: z.string(), address: z.string() });

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
