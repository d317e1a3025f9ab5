import { AppError } from '#domain/errors.ts';
import type { Role } from '#domain/roles.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { endInvitations, insertProfile, isRegistered } from './queries.ts';

export type NewPerson = {
  email: string;
  password: string;
  role: Role;
  /** Null for staff, who belong to no company. */
  companyId: string | null;
  firstName: string;
  lastName: string;
  phone?: string | null;
  notes?: string | null;
  emailVerified: boolean;
};

const SYSTEM = { kind: 'system' } as const;

/** The same with a password that was hashed before the transaction. */
type HashedPerson = Omit<NewPerson, 'password'> & { passwordHash: string };

/**
 * Makes a person: an account to sign in with and the profile of the same id, both or neither.
 * ALREADY_REGISTERED when the address belongs to somebody, COMPANY_NOT_FOUND without the company.
 */
export async function createPerson(ctx: Context, person: NewPerson): Promise<{ id: string }> {
  const { password, ...rest } = person;
  const passwordHash = await ctx.auth.hashPassword(password);
  return ctx.db.as(SYSTEM, (tx) => createPersonIn(ctx, tx, { ...rest, passwordHash }));
}

/**
 * The same as part of a transaction of the product itself, which is lost when it fails. An invitation
 * of the address that is still open ends with it.
 */
export async function createPersonIn(
  ctx: Context,
  tx: Tx,
  person: HashedPerson,
): Promise<{ id: string }> {
  const { passwordHash, emailVerified, ...profile } = person;
  const { role, companyId, firstName, lastName } = profile;
  const email = person.email.toLowerCase();
  try {
    // Before the account: who accepts an invitation holds it before they make theirs.
    await settleInvitations(ctx, tx, email);
    const name = `${firstName} ${lastName}`;
    const { id } = await ctx.auth.createAccount(tx, { email, name, emailVerified, passwordHash });
    await insertProfile(tx, { ...profile, id, email });
    await audit(tx, 'person.created', { type: 'person', id }, { role, companyId });
    await ctx.live.publish(tx, { type: 'person.changed', personId: id });
    return { id };
  } catch (error) {
    if (brokenConstraint(error) === 'profiles_company_id_fkey') {
      throw new AppError('COMPANY_NOT_FOUND');
    }
    throw error;
  }
}

/** Ends the open invitations of an address that gets an account, and tells staff. */
export async function settleInvitations(ctx: Context, tx: Tx, email: string): Promise<void> {
  for (const id of await endInvitations(tx, email, ctx.clock())) {
    await audit(tx, 'invitation.settled', { type: 'invitation', id });
    await ctx.live.publish(
      tx,
      { type: 'invitation.changed', invitationId: id },
      { companyId: null, profileIds: [] },
    );
  }
}

/** Whether an address, in small letters, has an account. */
export const hasAccount = (tx: Tx, email: string): Promise<boolean> => isRegistered(tx, email);

export const personExists = (ctx: Context, email: string) =>
  ctx.db.as(SYSTEM, (tx) => isRegistered(tx, email.toLowerCase()));
