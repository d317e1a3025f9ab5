import {
  sql,
  type CompiledQuery,
  type InferResult,
  type Insertable,
  type RawBuilder,
  type Updateable,
} from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { ProjectQuery } from '#domain/projects.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';

type SeenProjects = RawBuilder<string> | null;

// The policies decide; saying the same again lets PostgreSQL begin with the few ids of a client,
// whatever the number of projects of others.
const seenProjects = (tx: Tx): SeenProjects =>
  viewerOf(tx).kind === 'staff' || viewerOf(tx).kind === 'system'
    ? null
    : sql<string>`(select app.seen_projects())`;

// The counts come from a grouped join: one pass instead of two look-ups a project.
const selectProjects = (tx: Tx, seen: SeenProjects = null) => {
  const selected = tx
    .selectFrom('projects')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('submissions')
          .where('status', '=', 'published')
          .where((only) => (seen ? only('projectId', 'in', seen) : only.lit(true)))
          .groupBy('projectId')
          .select((s) => [
            'projectId',
            s.fn.countAll<number>().as('submissionCount'),
            s.fn.max('publishedAt').as('lastPublishedAt'),
          ])
          .as('published'),
      (join) => join.onRef('published.projectId', '=', 'projects.id'),
    )
    .select((eb) => [
      'projects.id',
      'projects.companyId',
      'companies.companyCode',
      'companies.companyName',
      'projects.name',
      'projects.description',
      'projects.address',
      'projects.status',
      'projects.startDate',
      'projects.estimatedCompletionDate',
      'projects.latitude',
      'projects.longitude',
      'projects.timeZone',
      eb('projects.projectManagerId', 'is not', null).as('isManaged'),
      'published.submissionCount',
      'published.lastPublishedAt',
      'projects.createdAt',
    ]);
  return seen ? selected.where('projects.id', 'in', seen) : selected;
};

export type ProjectRow = InferResult<ReturnType<typeof selectProjects>>[number];

/** The text, so that % and _ in it mean themselves in LIKE. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Statements of lists without a filter: what everyone's first screen asks for is built once. */
const unfiltered = new Map<string, CompiledQuery<ProjectRow>>();

export async function listProjects(
  tx: Tx,
  query: z.output<typeof ProjectQuery>,
): Promise<ProjectRow[]> {
  const seen = seenProjects(tx);
  if (query.companyId ?? query.status ?? query.search) return sorted(tx, query, seen).execute();
  const key = `${seen ? 'seen' : 'all'} ${query.sort} ${query.limit}`;
  const statement = unfiltered.get(key) ?? sorted(tx, query, seen).compile();
  unfiltered.set(key, statement);
  return (await tx.executeQuery(statement)).rows;
}

function sorted(
  tx: Tx,
  { companyId, status, search, sort, limit }: z.output<typeof ProjectQuery>,
  seen: SeenProjects,
) {
  let query = selectProjects(tx, seen);
  if (companyId) query = query.where('projects.companyId', '=', companyId);
  if (status) query = query.where('projects.status', '=', status);
  if (search) {
    query = query.where((eb) =>
      eb.or([
        eb('projects.name', 'ilike', contains(search)),
        eb('projects.address', 'ilike', contains(search)),
      ]),
    );
  }
  if (sort === 'name') query = query.orderBy(sql`lower(projects.name)`);
  if (sort === 'status') query = query.orderBy('projects.status');
  if (sort === 'start_date')
    query = query.orderBy('projects.startDate', (by) => by.desc().nullsLast());
  return query.orderBy('projects.createdAt', 'desc').orderBy('projects.id', 'desc').limit(limit);
}

export const findProject = (tx: Tx, id: string) =>
  selectProjects(tx).where('projects.id', '=', id).executeTakeFirst();

export const isProjectVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

export const findCompanyId = (tx: Tx, id: string) =>
  tx.selectFrom('projects').select('companyId').where('id', '=', id).executeTakeFirst();

export const listMemberIds = async (tx: Tx, projectId: string) =>
  (
    await tx
      .selectFrom('projectMembers')
      .select('userId')
      .where('projectId', '=', projectId)
      .execute()
  ).map(({ userId }) => userId);

/** Locked, so that the person stays so until the transaction ends. */
export const isActiveStaff = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('role', '!=', 'client')
    .forShare()
    .executeTakeFirst()) !== undefined;

export const insertProject = (tx: Tx, values: Insertable<DB['projects']>) =>
  tx.insertInto('projects').values(values).returning('id').executeTakeFirstOrThrow();

export const updateProject = (tx: Tx, id: string, changes: Updateable<DB['projects']>) =>
  tx
    .updateTable('projects')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();

/** Locks the row, so that nothing is added to a project that is being deleted. */
export const lockProject = (tx: Tx, id: string) =>
  tx.selectFrom('projects').select('name').where('id', '=', id).forUpdate().executeTakeFirst();

export const deleteProject = (tx: Tx, id: string) =>
  tx.deleteFrom('projects').where('id', '=', id).executeTakeFirst();
