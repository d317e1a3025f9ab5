import { sql, type Insertable, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { CompaniesQuery } from '#domain/companies.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alphabetical, containsFolded, pageOf } from '#server/platform/db/search.ts';

type Query = z.output<typeof CompaniesQuery>;

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

export type CompanyRow = Awaited<ReturnType<typeof listMatching>>[number];

const matches = ({ search, code, filter }: Query) =>
  sql<boolean>`(${search ? containsFolded(search, ['companies.folded']) : true}
    and ${code ? sql`company_code = ${code.toUpperCase()}` : true}
    and ${filter === 'active' ? sql`is_active` : true})`;

const SORTS = {
  company: alphabetical('companyName'),
  code: sql`company_code`,
  projects: sql`(select count(*) from projects where projects.company_id = companies.id)`,
  status: sql`not is_active`,
};

export const listMatching = (tx: Tx, query: Query) =>
  pageOf(selectCompanies(tx).where(matches(query)), query, { table: 'companies', sorts: SORTS });

export const countCompanies = (tx: Tx, query: Query) =>
  tx
    .selectFrom('companies')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(matches(query)).as('found'),
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('isActive', '=', true).as('active'),
      sql<number>`(select count(*) from projects)`.as('projects'),
    ])
    .executeTakeFirstOrThrow();

export const findCompany = (tx: Tx, id: string) =>
  selectCompanies(tx).where('companies.id', '=', id).executeTakeFirst();

export const lockCompany = (tx: Tx, id: string) =>
  tx
    .selectFrom('companies')
    .select(['companyName', 'description', 'isActive', 'clientsHaveAccess', 'quotaBytes'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

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

const ORIGINALS = sql<number>`(select coalesce(sum(file_size), 0)::bigint from files
  where files.company_id = companies.id)`;

/** Bytes of a company's originals, including the bin. Reads only an index. */
export async function sumOriginals(tx: Tx, id: string): Promise<number> {
  const query = tx.selectFrom('companies').where('id', '=', id).select(ORIGINALS.as('bytes'));
  return (await asOwner(tx, query))[0]?.bytes ?? 0;
}

export const listQuotas = (tx: Tx, ids?: readonly string[]) =>
  asOwner(
    tx,
    tx
      .selectFrom('companies')
      .where('quotaBytes', 'is not', null)
      .$if(ids !== undefined, (qb) => qb.where('id', '=', sql<string>`any(${ids}::uuid[])`))
      .select(['id', 'companyName', 'quotaBytes'])
      .select(ORIGINALS.as('usedBytes'))
      .orderBy('companyName')
      .$narrowType<{ quotaBytes: number }>(),
  );

export type QuotaHome = { projectId: string } | { companyId: string | null };

/** Finds and locks the company if it has a quota, so that only one transaction at a time adds files to it. */
export const lockQuota = (tx: Tx, home: QuotaHome) =>
  tx
    .selectFrom('companies')
    .where(
      'id',
      '=',
      'projectId' in home
        ? tx.selectFrom('projects').where('id', '=', home.projectId).select('companyId')
        : sql<string | null>`${home.companyId}::uuid`,
    )
    .where('quotaBytes', 'is not', null)
    .select(['id', 'companyName', 'quotaBytes'])
    .$narrowType<{ quotaBytes: number }>()
    .forNoKeyUpdate()
    .executeTakeFirst();

const UPLOADING = sql<number>`(select coalesce(sum(u.file_size), 0)::bigint from uploads u
  left join submissions s on s.id = u.submission_id
  left join projects p on p.id = s.project_id
  where u.state in ('receiving', 'received')
    and coalesce(p.company_id, u.company_id) = companies.id)`;

/** A single statement, so that an upload that is becoming a file counts only once. */
export async function sumWithUploads(tx: Tx, id: string): Promise<number> {
  const query = tx
    .selectFrom('companies')
    .where('id', '=', id)
    .select(sql<number>`${ORIGINALS} + ${UPLOADING}`.as('bytes'));
  return (await asOwner(tx, query))[0]?.bytes ?? 0;
}
