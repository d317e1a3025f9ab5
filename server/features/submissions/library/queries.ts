import { sql, type OrderByItemBuilder } from 'kysely';
import type { z } from 'zod';
import { PAGE_ROWS } from '#domain/pages.ts';
import type { LibraryQuery } from '#domain/submissions.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { contains, containsIndexed, natural } from '#server/platform/db/search.ts';
import { DOCUMENTED, selectSubmissions, type SubmissionRow } from '../queries.ts';

type Query = z.output<typeof LibraryQuery>;

const all = (tx: Tx) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId');

const hasStatus = ({ status }: Query) =>
  status ? sql<boolean>`submissions.status = ${status}` : sql<boolean>`true`;
const mentions = ({ search }: Query, columns: readonly string[]) =>
  search ? contains(search, columns) : sql<boolean>`true`;
const NAMES = ['projects.name', 'companies.companyName'];

const titled = ({ search }: Query) =>
  search
    ? sql<boolean>`submissions.id in (select id from submissions as titled
        where ${containsIndexed(search, 'titled.title')})`
    : sql<boolean>`true`;

/**
 * The first `most` projects, by company and name, that have submissions that match: how many submissions each has,
 * how many of them match, and how many match in all projects. For staff alone, and with the owner's rights as
 * in the overview.
 */
export function countByProject(tx: Tx, query: Query, most: number) {
  const counts = tx
    .selectFrom((eb) =>
      eb
        // Counted before anything is joined: there are many more of them than projects.
        .selectFrom('submissions')
        .where('submissions.deletedAt', 'is', null)
        .groupBy('submissions.projectId')
        .select([
          'submissions.projectId',
          eb.fn.countAll<number>().as('total'),
          sql<number>`count(*) filter (where ${hasStatus(query)})`.as('wanted'),
          sql<number>`count(*) filter (where ${hasStatus(query)}
            and ${titled(query)})`.as('titled'),
        ])
        .as('counts'),
    )
    .innerJoin('projects', 'projects.id', 'counts.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .select([
      'counts.projectId',
      'counts.total',
      'projects.name',
      'companies.companyName',
      sql<number>`case when ${mentions(query, NAMES)} then wanted else titled end`.as('found'),
    ]);
  const matching = tx
    .selectFrom(counts.as('matching'))
    .where('found', '>', 0)
    .select(['projectId', 'total', 'found', sql<number>`sum(found) over ()::bigint`.as('ofAll')])
    .orderBy(natural(sql`coalesce(company_name, '')`))
    .orderBy(natural('name'))
    .orderBy('projectId')
    .limit(most);
  return asOwner(tx, matching);
}

const SORTS = {
  title: natural('submissions.title'),
  type: sql`submissions.content_type::text`,
  status: sql`submissions.status::text`,
  created: sql`submissions.created_at`,
};

/** A page of what matches in these projects, in their order, behind the first `skipped`. */
export async function listInProjects(
  tx: Tx,
  query: Query,
  { projectIds, skipped }: { projectIds: readonly string[]; skipped: number },
): Promise<SubmissionRow[]> {
  const { sort, order } = query;
  const inOrder = (by: OrderByItemBuilder) => (order === 'ascending' ? by.asc() : by.desc());
  const byProject = all(tx)
    .where('projects.id', 'in', projectIds)
    .where(hasStatus(query))
    .where(mentions(query, ['submissions.title', ...NAMES]))
    .orderBy(sql`array_position(${projectIds}::uuid[], projects.id)`);
  const sorted = sort === undefined ? byProject : byProject.orderBy(SORTS[sort], inOrder);
  const found = await sorted
    .orderBy(DOCUMENTED, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('submissions.id', 'desc')
    .select('submissions.id')
    .limit(PAGE_ROWS)
    .offset(skipped)
    .execute();
  if (found.length === 0) return [];
  // Files are counted and covers found for what is on the page alone.
  const ids = found.map(({ id }) => id);
  const rows = await selectSubmissions(tx).where('submissions.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
