import type { Insertable, Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

const selectCompanies = (tx: Tx) =>
  tx
    .selectFrom('companies')
    .selectAll('companies')
    .select((eb) => [
      eb
        .selectFrom('projects')
        .whereRef('projects.companyId', '=', 'companies.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('projectCount'),
      eb
        .selectFrom('profiles')
        .whereRef('profiles.companyId', '=', 'companies.id')
        .where('profiles.isActive', '=', true)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('clientCount'),
    ]);

export type CompanyRow = Awaited<ReturnType<typeof listCompanies>>[number];

export const listCompanies = (tx: Tx) =>
  selectCompanies(tx)
    .orderBy('companies.createdAt', 'desc')
    .orderBy('companies.id', 'desc')
    .execute();

export const findCompany = (tx: Tx, id: string) =>
  selectCompanies(tx).where('companies.id', '=', id).executeTakeFirst();

export const insertCompany = (tx: Tx, values: Insertable<DB['companies']>) =>
  tx.insertInto('companies').values(values).returning('id').executeTakeFirstOrThrow();

export const updateCompany = (tx: Tx, id: string, changes: Updateable<DB['companies']>) =>
  tx
    .updateTable('companies')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();

export const listClientIds = async (tx: Tx, companyId: string) =>
  (await tx.selectFrom('profiles').select('id').where('companyId', '=', companyId).execute()).map(
    ({ id }) => id,
  );
