import { sql } from 'kysely';
import { asOwner } from '../../db/as-owner.ts';
import type { Tx } from '../../db/database.ts';

export type ProviderAccount = { issuer: string; subject: string };

export async function findBoundAccount(tx: Tx, { issuer, subject }: ProviderAccount) {
  const bound = tx
    .selectFrom('auth.providerAccounts')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  return (await asOwner(tx, bound))[0]?.userId ?? null;
}

/** Returns false if the account or the provider's person is already bound. */
export async function bindAccount(
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

export async function unbindAccount(tx: Tx, userId: string): Promise<boolean> {
  const removed = tx
    .deleteFrom('auth.providerAccounts')
    .where('userId', '=', userId)
    .returning('userId');
  return (await asOwner(tx, removed)).length > 0;
}

export async function listBoundAccounts(tx: Tx, issuer: string, profileIds: readonly string[]) {
  const bound = tx
    .selectFrom('auth.providerAccounts')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('userId', '=', sql<string>`any(${profileIds}::uuid[])`);
  return (await asOwner(tx, bound)).map(({ userId }) => userId);
}
