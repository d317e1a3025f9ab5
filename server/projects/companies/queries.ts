import { sql, type Insertable, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { CompaniesQuery, CompanyContents } from '#domain/companies.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { hasCompanyCode } from '#server/platform/db/expressions.ts';
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
    and ${code ? hasCompanyCode(code.toUpperCase()) : true}
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

/** In the order of ids, so that opposite merges don't deadlock. Nothing can be added to them. */
export const lockToRemove = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('companies')
    .select(['id', 'companyName', 'companyCode', 'formerCodes', 'isActive'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const isCodeTaken = async (tx: Tx, code: string): Promise<boolean> =>
  (await asOwner(tx, tx.selectFrom('companies').select('id').where(hasCompanyCode(code)))).length >
  0;

const isOf = (companyId: string) => sql`company_id = ${companyId}`;
const PROJECTS_OF = (companyId: string) => sql`(select id from projects where ${isOf(companyId)})`;

/** Its clients, and members of its projects. */
export async function listAudienceIds(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from profiles where ${isOf(companyId)}
    union select person_id from project_members where project_id in ${PROJECTS_OF(companyId)}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

type Counts = Omit<CompanyContents, 'renamedProjects'>;

export async function countContents(tx: Tx, id: string): Promise<Counts> {
  const projects = PROJECTS_OF(id);
  const files = sql`from files where ${isOf(id)} or project_id in ${projects}`;
  const { rows } = await sql<Counts>`select
    (select count(*) from projects where ${isOf(id)})::int as projects,
    (select count(*) from submissions where project_id in ${projects})::int as submissions,
    (select count(*) ${files})::int as files,
    (select coalesce(sum(file_size), 0) ${files})::bigint as bytes,
    (select count(*) from profiles where ${isOf(id)} and is_active)::int as clients,
    (select count(*) from share_links where project_id in ${projects} and is_active)::int
      as "shareLinks"`.execute(tx);
  if (!rows[0]) throw new Error('The contents were not counted.');
  return rows[0];
}

const MAX_NAME = 200;

/** Projects whose name the other company also uses. Its code tells them apart. */
export async function listNameClashes(tx: Tx, id: string, intoId: string) {
  const code = sql`' (' || companies.company_code || ')'`;
  const { rows } = await sql<{ id: string; name: string; newName: string }>`
    select projects.id, name, left(name, ${MAX_NAME} - length(${code})) || ${code} as "newName"
    from projects join companies on companies.id = company_id
    where ${isOf(id)} and folded_name in (
      select folded_name from projects where ${isOf(intoId)})
    order by name, projects.id`.execute(tx);
  return rows;
}

/** Standalone files that the other company also has. */
export async function listDuplicateFileIds(tx: Tx, id: string, intoId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from files
    where project_id is null and ${isOf(id)} and sha256 in (
      select sha256 from files where project_id is null and ${isOf(intoId)})`.execute(tx);
  return rows.map((row) => row.id);
}

/** Includes the bin. */
export async function moveContents(tx: Tx, id: string, intoId: string) {
  for (const table of ['projects', 'files', 'uploads', 'profiles', 'invitations']) {
    const move = sql`update ${sql.table(table)} set company_id = ${intoId} where ${isOf(id)}`;
    await asOwner(tx, { execute: () => move.execute(tx) });
  }
}

export const deleteCompany = (tx: Tx, id: string) =>
  tx.deleteFrom('companies').where('id', '=', id).execute();

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
      .where('deletedAt', 'is', null)
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
