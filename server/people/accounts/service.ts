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
  /** Null for staff. */
  companyId: string | null;
  firstName: string;
  lastName: string;
  phone?: string | null;
  notes?: string | null;
  emailVerified: boolean;
};

const SYSTEM = { kind: 'system' } as const;

/** Hashing is slow, so it's done before the transaction starts. */
type HashedPerson = Omit<NewPerson, 'password'> & { passwordHash: string | null };

/** Creates an account and a profile with the same id, or neither. Throws ALREADY_REGISTERED or COMPANY_NOT_FOUND. */
export async function createPerson(ctx: Context, person: NewPerson): Promise<{ id: string }> {
  const { password, ...rest } = person;
  const passwordHash = await ctx.auth.hashPassword(password);
  return ctx.db.as(SYSTEM, (tx) => createPersonIn(ctx, tx, { ...rest, passwordHash }));
}

/** Open invitations end only if the address is verified: anyone can create an unverified account. */
export async function createPersonIn(
  ctx: Context,
  tx: Tx,
  person: HashedPerson,
): Promise<{ id: string }> {
  const { passwordHash, emailVerified, ...profile } = person;
  const { role, companyId } = profile;
  const email = person.email.toLowerCase();
  try {
    // This comes before creating the account, because accepting an invitation locks in the same order.
    if (emailVerified) await endOpenInvitations(ctx, tx, email);
    const { id } = await ctx.auth.createAccount(tx, { email, emailVerified, passwordHash });
    await insertProfile(tx, { units: ctx.config.units, ...profile, id, email });
    await ctx.record(tx, { type: 'person.created', id, detail: { role, companyId } });
    return { id };
  } catch (error) {
    if (brokenConstraint(error) === 'profiles_company_id_fkey') {
      throw new AppError('COMPANY_NOT_FOUND');
    }
    throw error;
  }
}

/** Takes over an unverified account with the address, if there is one. Throws ALREADY_REGISTERED, which rolls back. */
export async function createInvitedPerson(
  ctx: Context,
  tx: Tx,
  person: Omit<HashedPerson, 'emailVerified'>,
): Promise<{ id: string }> {
  const { passwordHash, email, ...profile } = person;
  const unclaimed = await findUnclaimed(tx, email);
  if (!unclaimed) return createPersonIn(ctx, tx, { ...person, emailVerified: true });
  const { id } = unclaimed;
  await transferAccount(ctx, tx, { id, email }, passwordHash);
  await updateProfile(tx, id, { ...profile, isActive: true, updatedAt: ctx.clock() });
  const { role, companyId } = profile;
  await ctx.record(tx, { type: 'person.taken-over', id, detail: { role, companyId } });
  return { id };
}

/**
 * Gives an account to the person who reads its mailbox, and ends all other access to it. An unverified account loses
 * its second factor, which a stranger may have set up. Returns whether the account was verified.
 */
export async function transferAccount(
  ctx: Context,
  tx: Tx,
  { id, email }: { id: string; email: string },
  passwordHash: string | null,
): Promise<boolean> {
  // This comes first and waits for a sign-in in progress, which locks the hash until its session exists and can be
  // ended.
  await ctx.auth.setPassword(tx, id, passwordHash);
  const wasVerified = await ctx.auth.isVerified(tx, id);
  if (!wasVerified) await ctx.auth.secondFactor.switchOff(tx, id);
  await ctx.auth.markVerified(tx, id, email);
  await ctx.auth.sessions.endAll(tx, id, null);
  await ctx.auth.tokens.drop(tx, id);
  await ctx.auth.providerAccounts.remove(tx, id);
  return wasVerified;
}

/** Returns null if there is no account. An unverified account may be a stranger's, so its password is removed. */
export async function claimAccount(ctx: Context, tx: Tx, email: string): Promise<string | null> {
  const person = await findPersonByEmail(tx, email);
  if (!person) return null;
  const { id } = person;
  if (await ctx.auth.isVerified(tx, id)) return id;
  await endOpenInvitations(ctx, tx, email);
  await transferAccount(ctx, tx, person, null);
  await ctx.record(tx, { type: 'person.taken-over', id });
  return id;
}

export async function endOpenInvitations(ctx: Context, tx: Tx, email: string): Promise<void> {
  for (const id of await endInvitations(tx, email, ctx.clock()))
    await ctx.record(tx, { type: 'invitation.settled', id });
}

/** `email` must be in lowercase. Unverified accounts don't count, because anyone can create them. */
export const hasAccount = (tx: Tx, email: string): Promise<boolean> => isClaimed(tx, email);
