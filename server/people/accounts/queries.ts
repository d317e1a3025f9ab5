import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { UnitsChoice } from '#domain/units.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { hasCompanyCode } from '#server/platform/db/expressions.ts';

export const insertProfile = (tx: Tx, values: Insertable<DB['profiles']>) =>
  tx.insertInto('profiles').values(values).returning('id').executeTakeFirstOrThrow();

export const isRegistered = async (tx: Tx, email: string) =>
  (await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()) !==
  undefined;

const selectAccount = (tx: Tx, email: string) =>
  tx
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('p.email', '=', email);

/** Whether the account is verified or belongs to staff. Anyone could have created any other account. */
export async function isClaimed(tx: Tx, email: string): Promise<boolean> {
  const claimed = selectAccount(tx, email).where((eb) =>
    eb.or([eb('u.emailVerified', '=', true), eb('p.role', '!=', 'client')]),
  );
  return (await asOwner(tx, claimed)).length > 0;
}

/** An unverified client account; anyone could have created it. */
export async function findUnclaimed(tx: Tx, email: string): Promise<{ id: string } | undefined> {
  const unclaimed = selectAccount(tx, email)
    .where('u.emailVerified', '=', false)
    .where('p.role', '=', 'client');
  return (await asOwner(tx, unclaimed))[0];
}

export const updateProfile = (tx: Tx, id: string, changes: Updateable<DB['profiles']>) =>
  tx.updateTable('profiles').set(changes).where('id', '=', id).executeTakeFirst();

/** Runs as the owner, because only admins can see invitations for staff. Returns the ids. */
export async function endInvitations(tx: Tx, email: string, now: Date): Promise<string[]> {
  const ending = tx
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id');
  return (await asOwner(tx, ending)).map(({ id }) => id);
}

const selectPeople = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'email', 'firstName', 'lastName', 'phone', 'certificate', 'isActive']);

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export const findPerson = (tx: Tx, id: string) =>
  selectPeople(tx).where('id', '=', id).executeTakeFirst();

export const findPersonByEmail = (tx: Tx, email: string) =>
  selectPeople(tx).where('email', '=', email).executeTakeFirst();

export const findCompanyToJoin = (tx: Tx, companyCode: string) =>
  tx
    .selectFrom('companies')
    .select('id')
    .where(hasCompanyCode(companyCode))
    .where('isActive', '=', true)
    .executeTakeFirst();

type OwnProfile = {
  firstName: string;
  lastName: string;
  phone: string | null;
  certificate?: string | null | undefined;
};

/** Runs as the owner, because policies let only staff change profiles. */
export const updateOwnProfile = (
  tx: Tx,
  id: string,
  { firstName, lastName, phone, certificate }: OwnProfile,
) =>
  asOwner(
    tx,
    tx
      .updateTable('profiles')
      .set({ firstName, lastName, phone, certificate, updatedAt: sql`now()` })
      .where('id', '=', id),
  );

export const updateOwnUnits = (tx: Tx, id: string, units: UnitsChoice) =>
  asOwner(tx, tx.updateTable('profiles').set({ units }).where('id', '=', id));
