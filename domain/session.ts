import { z } from 'zod';
import { Email, EnteredCode, EnteredPassword } from './accounts.ts';
import { Id, Instant, Role } from './fields.ts';
import { UNITS_CHOICES } from './units.ts';

export const SignInInput = z.object({ email: Email, password: EnteredPassword });

const SessionPerson = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: Role,
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  units: z.enum(UNITS_CHOICES),
});
export type SessionPerson = z.infer<typeof SessionPerson>;

export const SessionUser = SessionPerson.extend({
  /** Two-factor sign-in is required but not set up; nothing else works until it is. */
  mustSetUpSecondFactor: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** `expiresAt` is when to renew the secret, not when the session ends. `needsRefresh` is by the server's clock. */
export const Session = z.object({
  user: SessionUser.nullable(),
  expiresAt: Instant.nullable(),
  needsRefresh: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const SignInAnswer = Session.extend({ needsCode: z.boolean() });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const SignInMethods = z.object({ provider: z.object({ name: z.string() }).nullable() });

export const CodeInput = z.object({ code: EnteredCode });
