import { z } from 'zod';
import { Email, GivenCode, GivenPassword } from './accounts.ts';
import { Id, Instant, Role } from './fields.ts';
import { UNITS_CHOICES } from './units.ts';

export const SignInInput = z.object({ email: Email, password: GivenPassword });

const SessionPerson = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: Role,
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  /** The person's choice of units for all projects. */
  units: z.enum(UNITS_CHOICES),
});
export type SessionPerson = z.infer<typeof SessionPerson>;

export const SessionUser = SessionPerson.extend({
  /** Whether this is the account of the operator's own address, whose home is the back office. */
  isOperator: z.boolean(),
  /** Whether the product asks a second factor of them that is not set up: until then nothing else is open. */
  mustSetUpSecondFactor: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/**
 * The signed-in person; user is null for a visitor. `expiresAt`: when the secret is due for another,
 * which does not end the session (see session-timing.ts). `needsRefresh`: less than 90 s are left until
 * then, or it is past, by the server's clock; that of the browser may be wrong.
 */
export const Session = z.object({
  user: SessionUser.nullable(),
  expiresAt: Instant.nullable(),
  needsRefresh: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** After the password: a session, or nobody yet and a code to be given. */
export const SignInAnswer = Session.extend({ needsCode: z.boolean() });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** How people can sign in beside their password: with a provider of this name, if there is one. */
export const WaysIn = z.object({ provider: z.object({ name: z.string() }).nullable() });

export const CodeInput = z.object({ code: GivenCode });
