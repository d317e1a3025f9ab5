import { AppError } from '#domain/errors.ts';
import type { Role } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import {
  endInvitations,
  findPersonByEmail,
  findUnclaimed,
  insertProfile,
  isClaimed,
  updateProfile,
} from './queries.ts';

export { confirmSelf, type Self } from './own.ts';

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
type HashedPerson = Omit<NewPerson, 'password'> & { passwordHash: string | null };

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
 * of the address that is still open ends with it, unless anybody may have made the account.
 */
export async function createPersonIn(
  ctx: Context,
  tx: Tx,
  person: HashedPerson,
): Promise<{ id: string }> {
  const { passwordHash, emailVerified, ...profile } = person;
  const { role, companyId } = profile;
  const email = person.email.toLowerCase();
  try {
    // Before the account: who accepts an invitation holds it before they make theirs.
    if (emailVerified) await settleInvitations(ctx, tx, email);
    const { id } = await ctx.auth.createAccount(tx, { email, emailVerified, passwordHash });
    await insertProfile(tx, { ...profile, id, email });
    await ctx.record(tx, { type: 'person.created', id, detail: { role, companyId } });
    return { id };
  } catch (error) {
    if (brokenConstraint(error) === 'profiles_company_id_fkey') {
      throw new AppError('COMPANY_NOT_FOUND');
    }
    throw error;
  }
}

/**
 * Gives somebody who has shown that the mail of an address reaches them the account they were invited
 * to: a new one, or the one that whoever it was made with the address and never verified.
 * ALREADY_REGISTERED when the address belongs to somebody; the transaction is lost.
 */
export async function admitPerson(
  ctx: Context,
  tx: Tx,
  person: Omit<HashedPerson, 'emailVerified'>,
): Promise<{ id: string }> {
  const { passwordHash, email, ...profile } = person;
  const unclaimed = await findUnclaimed(tx, email);
  if (!unclaimed) return createPersonIn(ctx, tx, { ...person, emailVerified: true });
  const { id } = unclaimed;
  await handOver(ctx, tx, { id, email }, passwordHash);
  await updateProfile(tx, id, { ...profile, isActive: true, updatedAt: ctx.clock() });
  const { role, companyId } = profile;
  await ctx.record(tx, { type: 'person.taken-over', id, detail: { role, companyId } });
  return { id };
}

/**
 * Puts an account into the hands of whoever reads the mail of its address: a new password or none, the
 * address verified, and every session, link and person of a provider of before let go. A second factor stays with an account that was
 * verified; of another a stranger may have set it up, to keep the owner out.
 * @returns whether the account was verified before
 */
export async function handOver(
  ctx: Context,
  tx: Tx,
  { id, email }: { id: string; email: string },
  passwordHash: string | null,
): Promise<boolean> {
  // First: it waits for a sign-in under way, which holds the hash until its session is there.
  await ctx.auth.setPassword(tx, id, passwordHash);
  const wasVerified = await ctx.auth.isVerified(tx, id);
  if (!wasVerified) await ctx.auth.secondFactor.switchOff(tx, id);
  await ctx.auth.markVerified(tx, id, email);
  await ctx.auth.sessions.endAll(tx, id, null);
  await ctx.auth.tokens.drop(tx, id);
  await ctx.auth.bound.remove(tx, id);
  return wasVerified;
}

/**
 * The account of somebody of whom the provider says that an address is theirs; null when there is none.
 * One that nobody has verified may be a stranger's: it is handed over, and keeps no password.
 */
export async function claimAccount(ctx: Context, tx: Tx, email: string): Promise<string | null> {
  const person = await findPersonByEmail(tx, email);
  if (!person) return null;
  const { id } = person;
  if (await ctx.auth.isVerified(tx, id)) return id;
  await settleInvitations(ctx, tx, email);
  await handOver(ctx, tx, person, null);
  await ctx.record(tx, { type: 'person.taken-over', id });
  return id;
}

/** Ends the open invitations of an address whose owner has an account, and tells staff. */
export async function settleInvitations(ctx: Context, tx: Tx, email: string): Promise<void> {
  for (const id of await endInvitations(tx, email, ctx.clock()))
    await ctx.record(tx, { type: 'invitation.settled', id });
}

/**
 * Whether an address, in small letters, has an account of its owner. One that somebody made with the
 * address and nobody has verified is none: anybody can make it.
 */
export const hasAccount = (tx: Tx, email: string): Promise<boolean> => isClaimed(tx, email);
