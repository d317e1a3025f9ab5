import { sql, type OrderByItemBuilder } from 'kysely';
import type { z } from 'zod';
import { PAGE_ROWS } from '#domain/pages.ts';
import type { LibraryQuery } from '#domain/submissions.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { containsFolded, containsIndexed, naturalOrder } from '#server/platform/db/search.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';
import { selectSubmissions, type SubmissionRow } from '../queries.ts';

type Query = z.output<typeof LibraryQuery>;

const allSubmissions = (tx: Tx) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId');

const hasStatus = ({ status }: Query) =>
  status ? sql<boolean>`submissions.status = ${status}` : sql<boolean>`true`;
const NAMES = ['projects.foldedName', 'companies.folded'];
const matchesSearch = ({ search }: Query) =>
  search
    ? sql<boolean>`(${containsFolded(search, NAMES)} or ${containsIndexed(search, 'submissions.title')})`
    : sql<boolean>`true`;

const TOTAL = sql<number>`(projects.draft_count + projects.submission_count + projects.archived_count)`;
const COUNT_OF = {
  draft: sql<number>`projects.draft_count`,
  published: sql<number>`projects.submission_count`,
  archived: sql<number>`projects.archived_count`,
};

/** Matches per project: all submissions if the project's or company's name matches, otherwise those whose title does. */
function countFound(query: Query) {
  const wanted = query.status ? COUNT_OF[query.status] : TOTAL;
  if (!query.search) return wanted;
  return sql<number>`case when ${containsFolded(query.search, NAMES)} then ${wanted}
    else coalesce(titled.number, 0) end`;
}

const titleMatches = (tx: Tx, query: Query) =>
  tx
    .selectFrom('submissions')
    .where('submissions.deletedAt', 'is', null)
    .where(hasStatus(query))
    .where(containsIndexed(query.search ?? '', 'submissions.title'))
    .groupBy('submissions.projectId')
    .select((eb) => ['submissions.projectId', eb.fn.countAll<number>().as('number')])
    .as('titled');

/** `ofAll` is the number of matches in all projects. Runs as the database owner, so only for staff. */
export function countByProject(tx: Tx, query: Query, most: number) {
  const counts = tx
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.companyId')
    .$if(Boolean(query.search), (projects) =>
      projects.leftJoin(titleMatches(tx, query), 'titled.projectId', 'projects.id'),
    )
    .select([
      'projects.id as projectId',
      'projects.companyId',
      'projects.name',
      'companies.companyName',
      TOTAL.as('total'),
      countFound(query).as('found'),
    ]);
  // Without a search, use a separate sum, because a window function would keep every row and take twice as long.
  const ofAll = query.search
    ? sql<number>`sum(found) over ()::bigint`
    : sql<number>`(select sum(found)::bigint from ${counts.as('all')})`;
  const matching = tx
    .selectFrom(counts.as('matching'))
    .where('found', '>', 0)
    .$if(!query.search && !query.status, (found) =>
      found.where('companyId', 'in', firstCompanies(tx, most)),
    )
    .select(['projectId', 'total', 'found', ofAll.as('ofAll')])
    .orderBy(naturalOrder('companyName'))
    .orderBy(naturalOrder('name'))
    .orderBy('projectId')
    .limit(most);
  return asOwner(tx, matching);
}

/** Only projects of these companies are sorted by name, because sorting all of them is slow. */
const firstCompanies = (tx: Tx, most: number) =>
  tx
    .selectFrom('companies')
    .where('companies.id', 'in', (eb) =>
      eb.selectFrom('projects').where(TOTAL, '>', 0).select('projects.companyId'),
    )
    .orderBy(naturalOrder('companies.companyName'))
    .select('companies.id')
    .fetch(most, 'with ties');

const SORTS = {
  title: naturalOrder('submissions.title'),
  type: sql`submissions.content_type::text`,
  status: sql`submissions.status::text`,
  created: sql`submissions.created_at`,
};

export async function listInProjects(
  tx: Tx,
  query: Query,
  { projectIds, skipped }: { projectIds: readonly string[]; skipped: number },
): Promise<SubmissionRow[]> {
  const { sort, order } = query;
  const inOrder = (by: OrderByItemBuilder) => (order === 'ascending' ? by.asc() : by.desc());
  const byProject = allSubmissions(tx)
    .where('projects.id', 'in', projectIds)
    .where(hasStatus(query))
    .where(matchesSearch(query))
    .orderBy(sql`array_position(${projectIds}::uuid[], projects.id)`);
  const sorted = sort === undefined ? byProject : byProject.orderBy(SORTS[sort], inOrder);
  const found = await sorted
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('submissions.id', 'desc')
    .select('submissions.id')
    .limit(PAGE_ROWS)
    .offset(skipped)
    .execute();
  if (found.length === 0) return [];
  // Read counts and covers only for rows on the page, because they're slow.
  const ids = found.map(({ id }) => id);
  const rows = await selectSubmissions(tx).where('submissions.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
