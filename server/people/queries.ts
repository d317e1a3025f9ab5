import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { PeopleQuery } from '#domain/people.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { hasCompanyCode } from '#server/platform/db/expressions.ts';
import { alphabetical, containsFolded, countOf, pageOf } from '#server/platform/db/search.ts';

type Query = z.output<typeof PeopleQuery>;

const selectPeople = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .leftJoin('companies', 'companies.id', 'profiles.companyId')
    .selectAll('profiles')
    .select(['companies.companyCode', 'companies.companyName']);

/** Undefined in a new installation, or if only imports have added people. */
export const findActiveStaff = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .select('id')
    .where('role', '!=', 'client')
    .where('isActive', '=', true)
    .limit(1)
    .executeTakeFirst();

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

const SORTS = {
  name: alphabetical('profiles.listedAs'),
  email: sql`profiles.email`,
  phone: sql`profiles.phone`,
  company: alphabetical('companies.companyName'),
  role: sql`profiles.role::text`,
  registered: sql`profiles.created_at`,
  status: sql`not profiles.is_active`,
};

/** Clients whose company is in the bin count as deactivated: they see nothing. */
const isOf = ({ filter }: Query) =>
  filter === 'staff'
    ? sql<boolean>`profiles.role <> 'client'`
    : sql<boolean>`profiles.role = 'client' and ${filter === 'active'} = (profiles.is_active
        and (profiles.company_id is null or profiles.company_id in (select id from companies)))`;

const matchesSearch = ({ search }: Query) =>
  search
    ? sql<boolean>`(${containsFolded(search, ['profiles.folded'])}
        or profiles.company_id = any(array(
          select id from companies where ${containsFolded(search, ['companies.folded'])})))`
    : sql<boolean>`true`;

export const listPeople = (tx: Tx, query: Query) =>
  pageOf(selectPeople(tx).where(isOf(query)).where(matchesSearch(query)), query, {
    table: 'profiles',
    sorts: SORTS,
    nullable: ['phone', 'company'],
  });

export const countPeople = (tx: Tx, query: Query) =>
  countOf(tx.selectFrom('profiles').select('id').where(isOf(query)).where(matchesSearch(query)));

export const findPerson = (tx: Tx, id: string) =>
  selectPeople(tx).where('profiles.id', '=', id).executeTakeFirst();

export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'email', 'role', 'isActive', 'companyId'])
    .select(['firstName', 'lastName', 'phone', 'certificate', 'notes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const lockPeopleOf = (tx: Tx, companyId: string) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'isActive'])
    .where('companyId', '=', companyId)
    .orderBy('id')
    .forUpdate()
    .execute();

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
    .where(hasCompanyCode(companyCode))
    .executeTakeFirst();
