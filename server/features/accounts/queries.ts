import type { Insertable, Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { runAsOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export const insertProfile = (tx: Tx, values: Insertable<DB['profiles']>) =>
  tx.insertInto('profiles').values(values).returning('id').executeTakeFirstOrThrow();

export const isRegistered = async (tx: Tx, email: string) =>
  (await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()) !==
  undefined;

const WITH_ACCOUNT = 'from profiles p join auth.users u on u.id = p.id where p.email = $1';

/** Whether the account of an address is its owner's: verified, or made by staff for staff. */
export const isClaimed = async (tx: Tx, email: string): Promise<boolean> =>
  (
    await runAsOwner(tx, `select 1 ${WITH_ACCOUNT} and (u.email_verified or p.role <> 'client')`, [
      email,
    ])
  ).length > 0;

/** The account of an address that is not, whoever made it. */
export async function findUnclaimed(tx: Tx, email: string): Promise<{ id: string } | undefined> {
  const text = `select p.id ${WITH_ACCOUNT} and not u.email_verified and p.role = 'client'`;
  const [found] = (await runAsOwner(tx, text, [email])) as { id: string }[];
  return found;
}

export const updateProfile = (tx: Tx, id: string, changes: Updateable<DB['profiles']>) =>
  tx.updateTable('profiles').set(changes).where('id', '=', id).executeTakeFirst();

/**
 * Ends the open invitations of an address: nobody needs them who has an account. With the owner's
 * rights: those of staff are there for an admin only. Returns their ids.
 */
export async function endInvitations(tx: Tx, email: string, now: Date): Promise<string[]> {
  const ended = await runAsOwner(
    tx,
    `update invitations set revoked_at = $2
     where email = $1 and accepted_at is null and revoked_at is null returning id`,
    [email, now],
  );
  return (ended as { id: string }[]).map(({ id }) => id);
}

const selectPeople = (tx: Tx) =>
  tx.selectFrom('profiles').select(['id', 'email', 'firstName', 'lastName', 'phone', 'isActive']);

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export const findPerson = (tx: Tx, id: string) =>
  selectPeople(tx).where('id', '=', id).executeTakeFirst();

export const findPersonByEmail = (tx: Tx, email: string) =>
  selectPeople(tx).where('email', '=', email).executeTakeFirst();

/** The company that a code lets people join. */
export const findCompanyToJoin = (tx: Tx, companyCode: string) =>
  tx
    .selectFrom('companies')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('isActive', '=', true)
    .executeTakeFirst();

type OwnProfile = { firstName: string; lastName: string; phone: string | null };

/** With the owner's rights: the policies let nobody change a profile who is no staff. */
export const updateOwnProfile = (tx: Tx, id: string, { firstName, lastName, phone }: OwnProfile) =>
  runAsOwner(
    tx,
    `update profiles set first_name = $2, last_name = $3, phone = $4, updated_at = now() where id = $1`,
    [id, firstName, lastName, phone],
  );
