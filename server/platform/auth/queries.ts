import { sql } from 'kysely';
import { asOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';

type NewAccountRow = {
  email: string;
  emailVerified: boolean;
  passwordHash: string | null;
  createdAt: Date;
};

export async function insertAccount(tx: Tx, account: NewAccountRow): Promise<{ id: string }> {
  const [made] = await asOwner(tx, tx.insertInto('auth.users').values(account).returning('id'));
  if (!made) throw new Error('The account was not created.');
  return made;
}

export const findAccount = ({ owner }: Database, email: string) =>
  owner
    .selectFrom('auth.users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .select(['u.id', 'u.hasSecondFactor', 'u.passwordHash', 'p.isActive'])
    .where('u.email', '=', email)
    .executeTakeFirst();

/** Blocks password changes and deactivation until the transaction ends. Returns null if deactivated. */
export async function lockAccount(tx: Tx, profileId: string) {
  const locked = tx
    .selectFrom('auth.users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .select(['u.id', 'u.email', 'u.hasSecondFactor', 'u.passwordHash'])
    .where('u.id', '=', profileId)
    .where('p.isActive', '=', true)
    .forShare(['u', 'p']);
  return (await asOwner(tx, locked))[0] ?? null;
}

/** If `present` is given and is no longer the current hash, changes nothing and returns false. */
export async function updatePassword(
  tx: Tx,
  profileId: string,
  passwordHash: string | null,
  present?: string,
): Promise<boolean> {
  const updated = tx
    .updateTable('auth.users')
    .set({ passwordHash })
    .where('id', '=', profileId)
    .where((eb) => eb.and(present === undefined ? {} : { passwordHash: present }))
    .returning('id');
  return (await asOwner(tx, updated)).length > 0;
}

/** Returns false if the account's address has changed. */
export async function updateVerified(tx: Tx, profileId: string, email: string): Promise<boolean> {
  const updated = tx
    .updateTable('auth.users')
    .set({ emailVerified: true })
    .where('id', '=', profileId)
    .where('email', '=', email)
    .returning('id');
  return (await asOwner(tx, updated)).length > 0;
}

export const listSignInStates = (tx: Tx, profileIds: readonly string[]) =>
  asOwner(
    tx,
    tx
      .selectFrom('auth.users')
      .select(['id', 'emailVerified', sql<boolean>`password_hash is not null`.as('hasPassword')])
      .where('id', '=', sql<string>`any(${profileIds}::uuid[])`),
  );

export const updateEmail = (tx: Tx, profileId: string, email: string, now: Date) =>
  asOwner(
    tx,
    tx
      .with('account', (db) =>
        db
          .updateTable('auth.users')
          .set({ email, emailVerified: true })
          .where('id', '=', profileId),
      )
      .updateTable('profiles')
      .set({ email, updatedAt: now })
      .where('id', '=', profileId),
  );

type TokenRow = {
  token: string;
  userId: string;
  purpose: string;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
};
type TokenFilter = { token: string } | { userId: string };

export const insertToken = (tx: Tx, token: TokenRow) =>
  asOwner(tx, tx.insertInto('auth.oneTimeTokens').values(token));

export const removeExpiredTokens = (tx: Tx, now: Date) =>
  asOwner(tx, tx.deleteFrom('auth.oneTimeTokens').where('expiresAt', '<=', now));

const TOKEN_COLUMNS = ['userId as profileId', 'purpose', 'email'] as const;

export async function takeToken<Purpose extends string>(
  tx: Tx,
  token: string,
  purposes: readonly Purpose[],
  now: Date,
) {
  const taken = tx
    .deleteFrom('auth.oneTimeTokens')
    .where('token', '=', token)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now)
    .returning(TOKEN_COLUMNS)
    .$narrowType<{ purpose: Purpose }>();
  return (await asOwner(tx, taken))[0];
}

export async function findToken<Purpose extends string>(
  tx: Tx,
  filter: TokenFilter,
  purposes: readonly Purpose[],
  now: Date,
) {
  const found = tx
    .selectFrom('auth.oneTimeTokens')
    .select(TOKEN_COLUMNS)
    .where((eb) => eb.and(filter))
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .$narrowType<{ purpose: Purpose }>();
  return (await asOwner(tx, found))[0];
}

export const removeTokens = (tx: Tx, userId: string, purposes: readonly string[]) =>
  asOwner(
    tx,
    tx
      .deleteFrom('auth.oneTimeTokens')
      .where('userId', '=', userId)
      .where('purpose', 'in', purposes),
  );
