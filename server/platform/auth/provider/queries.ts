import { sql } from 'kysely';
import { asOwner } from '../../db/as-owner.ts';
import type { Tx } from '../../db/database.ts';

export type ProviderAccount = { issuer: string; subject: string };

/** Whose account a person of a provider is. */
export async function findBound(tx: Tx, { issuer, subject }: ProviderAccount) {
  const bound = tx
    .selectFrom('auth.providerAccounts')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  return (await asOwner(tx, bound))[0]?.userId ?? null;
}

/** False when the account is bound to another person of that provider already, or that person to another. */
export async function insertBound(
  tx: Tx,
  userId: string,
  { issuer, subject }: ProviderAccount,
  createdAt: Date,
): Promise<boolean> {
  const bound = tx
    .insertInto('auth.providerAccounts')
    .values({ issuer, subject, userId, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId');
  return (await asOwner(tx, bound)).length > 0;
}

/** Whether there was anything to take away, of any provider. */
export async function removeBound(tx: Tx, userId: string): Promise<boolean> {
  const removed = tx
    .deleteFrom('auth.providerAccounts')
    .where('userId', '=', userId)
    .returning('userId');
  return (await asOwner(tx, removed)).length > 0;
}

/** Those of these people who are bound to somebody at this provider. */
export async function listBound(tx: Tx, issuer: string, profileIds: readonly string[]) {
  const bound = tx
    .selectFrom('auth.providerAccounts')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('userId', '=', sql<string>`any(${profileIds}::uuid[])`);
  return (await asOwner(tx, bound)).map(({ userId }) => userId);
}
