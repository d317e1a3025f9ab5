import {
  sql,
  type CompiledQuery,
  type InferResult,
  type Insertable,
  type Updateable,
} from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { ProjectQuery } from '#domain/projects.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { containsFolded } from '#server/platform/db/search.ts';

// Repeats the rule of the row policies as a condition, so that PostgreSQL can use indexes.
export const SEEN_BY_CLIENT = sql<boolean>`(
  projects.company_id = (select app.viewer_company())
  or projects.id = any(array(select app.joined_projects())))`;

const selectProjects = (tx: Tx) =>
  tx
    .selectFrom('projects')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
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
      'projects.showsFlightRecords',
      eb('projects.projectManagerId', 'is not', null).as('isManaged'),
      'projects.submissionCount',
      'projects.lastPublishedAt',
      'projects.createdAt',
    ]);

export type ProjectRow = InferResult<ReturnType<typeof selectProjects>>[number];

/** Caches compiled queries of unfiltered lists, which everyone's first screen needs. */
const unfiltered = new Map<string, CompiledQuery<ProjectRow>>();

export async function listProjects(
  tx: Tx,
  query: z.output<typeof ProjectQuery>,
): Promise<ProjectRow[]> {
  if (query.companyId ?? query.status ?? query.search) return sorted(tx, query).execute();
  const key = `${viewerOf(tx).kind} ${query.sort} ${query.limit}`;
  const statement = unfiltered.get(key) ?? sorted(tx, query).compile();
  unfiltered.set(key, statement);
  return (await tx.executeQuery(statement)).rows;
}

function sorted(tx: Tx, { companyId, status, search, sort, limit }: z.output<typeof ProjectQuery>) {
  let query = selectProjects(tx);
  if (viewerOf(tx).kind === 'client') query = query.where(SEEN_BY_CLIENT);
  if (companyId) query = query.where('projects.companyId', '=', companyId);
  if (status) query = query.where('projects.status', '=', status);
  if (search)
    query = query.where(containsFolded(search, ['projects.foldedName', 'projects.foldedAddress']));
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
      .select('personId')
      .where('projectId', '=', projectId)
      .execute()
  ).map(({ personId }) => personId);

/** Locks the person, so that the answer stays true until the transaction ends. */
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

/** Prevents additions to a project that is being deleted. */
export const lockProject = (tx: Tx, id: string) =>
  tx.selectFrom('projects').select('name').where('id', '=', id).forUpdate().executeTakeFirst();

/** Unlike `lockProject`, allows additions to the project. */
export const lockProjectToChange = (tx: Tx, id: string) =>
  tx
    .selectFrom('projects')
    .select([
      'name',
      'description',
      'address',
      'status',
      'startDate',
      'estimatedCompletionDate',
      'latitude',
      'longitude',
      'timeZone',
      'showsFlightRecords',
      'projectManagerId',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
