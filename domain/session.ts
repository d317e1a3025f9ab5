import { z } from 'zod';
import { Id, Instant, text } from './fields.ts';
import { Role } from './roles.ts';

export const SignInInput = z.object({
  email: text().toLowerCase().pipe(z.email()),
  password: z.string().min(1).max(200),
});

export const SessionUser = z.object({
  id: Id,
  email: z.email(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: Role,
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** The signed-in person and when the session ends; user is null for a visitor. */
export const Session = z.object({ user: SessionUser.nullable(), expiresAt: Instant.nullable() });
export type Session = z.infer<typeof Session>;

/** Session length and renewal, in seconds: looked at every 30 s, renewed below 90 s. */
export const SESSION_TIMING = { lifetime: 3600, check: 30, renewBelow: 90 } as const;
