import type { Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

const selectPeople = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .leftJoin('companies', 'companies.id', 'profiles.companyId')
    .selectAll('profiles')
    .select(['companies.companyCode', 'companies.companyName']);

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

/** Newest first; without staff unless `withStaff`. */
export function listPeople(tx: Tx, withStaff: boolean) {
  const query = withStaff
    ? selectPeople(tx)
    : selectPeople(tx).where('profiles.role', '=', 'client');
  return query.orderBy('profiles.createdAt', 'desc').orderBy('profiles.id', 'desc').execute();
}

export const findPerson = (tx: Tx, id: string) =>
  selectPeople(tx).where('profiles.id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'role', 'isActive', 'companyId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updatePerson = (tx: Tx, id: string, changes: Updateable<DB['profiles']>) =>
  tx
    .updateTable('profiles')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();

export const findCompanyByCode = (tx: Tx, companyCode: string) =>
  tx
    .selectFrom('companies')
    .select(['id', 'isActive'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst();
