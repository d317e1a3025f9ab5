import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { BinKind, BinQuery, BinTarget } from '#domain/bin.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/expressions.ts';
import { alphabetical, contains, countOf, pageOf } from '#server/platform/db/search.ts';

// Viewers can't see the bin, so these queries run as the database owner.

const TABLES = { project: 'projects', submission: 'submissions', file: 'files' } as const;
type Table = (typeof TABLES)[BinKind];

const TABLES_OF: Record<BinKind, readonly Table[]> = {
  project: ['projects', 'submissions', 'files'],
  submission: ['submissions', 'files'],
  file: ['files'],
};

const ownerColumn = (kind: BinKind, table: Table) =>
  sql.ref(table === TABLES[kind] ? 'id' : `${kind}_id`);

type Marks = { by: string | null; at: Date };

/** Marks an item and its contents as deleted. Returns the ids of files that weren't already deleted. */
export async function markDeleted(tx: Tx, { kind, id }: BinTarget, { by, at }: Marks) {
  let fileIds: string[] = [];
  for (const table of TABLES_OF[kind]) {
    const marked = await execute(
      tx,
      sql<{ id: string }>`update ${sql.table(table)}
        set deleted_at = ${at}, deleted_by = ${by}, deleted_with = ${id}
        where ${ownerColumn(kind, table)} = ${id} and deleted_at is null returning id`,
    );
    if (table === 'files') fileIds = marked.map((row) => row.id);
  }
  return fileIds;
}

/** Also unlinks deleted RAW files from their photos. */
export async function clearReferencePhotos(tx: Tx, { kind, id }: BinTarget) {
  if (kind === 'project') return;
  await execute(
    tx,
    sql`update viewpoints set reference_id = null, is_reference_chosen = false
      where reference_id in (select id from files where deleted_with = ${id})`,
  );
  if (kind === 'file') await execute(tx, sql`update files set raw_of = null where id = ${id}`);
}

/** Returns the ids of uploads whose bytes may already be stored. */
export async function removeUnfinishedUploads(tx: Tx, { kind, id }: BinTarget): Promise<string[]> {
  const of =
    kind === 'file'
      ? sql`id = ${id}`
      : sql`state in ('receiving', 'received') and submission_id in (
          select id from submissions where ${ownerColumn(kind, 'submissions')} = ${id})`;
  const removed = await execute(
    tx,
    sql<{ id: string; state: string }>`delete from uploads where ${of} returning id, state`,
  );
  return removed.filter(({ state }) => state === 'received').map((row) => row.id);
}

export type LockedItem = {
  name: string;
  deletedAt: Date;
  projectId: string | null;
  submissionId: string | null;
  companyId: string | null;
};

/** Locks an item that was itself deleted after `since`. Returns undefined if it isn't in the bin. */
export async function lockItem(
  tx: Tx,
  { kind, id }: BinTarget,
  since: Date,
): Promise<LockedItem | undefined> {
  const columns = {
    project: sql`name, id as "projectId", null as "submissionId", company_id as "companyId"`,
    submission: sql`title as name, project_id as "projectId", id as "submissionId",
      null as "companyId"`,
    file: sql`file_name as name, project_id as "projectId", submission_id as "submissionId",
      company_id as "companyId"`,
  }[kind];
  const [item] = await execute(
    tx,
    sql<LockedItem>`select ${columns}, deleted_at as "deletedAt" from ${sql.table(TABLES[kind])}
      where id = ${id} and deleted_with = ${id} and deleted_at > ${since} for update`,
  );
  return item;
}

/** Finds the item's project or submission if that is also in the bin. Returns undefined if the item can be restored. */
export async function findDeletedContainer(
  tx: Tx,
  { kind, id }: BinTarget,
): Promise<{ kind: BinKind; name: string } | undefined> {
  if (kind === 'project') return undefined;
  const ofSubmission = sql`coalesce(
    (select submission_id from files where id = ${id}), ${id}::uuid)`;
  const [home] = await execute(
    tx,
    sql<{
      kind: BinKind;
      name: string;
    }>`select 'project' as kind, p.name from projects p join submissions s on s.project_id = p.id
        where s.id = ${ofSubmission} and p.deleted_at is not null
      union all
      select 'submission', title from submissions
        where id = ${ofSubmission} and id <> ${id} and deleted_at is not null
      limit 1`,
  );
  return home;
}

/** `projectName` is set if the project must be restored instead. */
export async function findToRestore(
  tx: Tx,
  submissionId: string,
  since: Date,
): Promise<{ title: string; projectName: string | null } | undefined> {
  const [found] = await execute(
    tx,
    sql<{
      title: string;
      projectName: string | null;
    }>`select title, case when p.deleted_at is not null then p.name end as "projectName"
      from submissions s join projects p on p.id = s.project_id
      where s.id = ${submissionId} and s.deleted_at > ${since}`,
  );
  return found;
}

/** Finds a file that was uploaded again, so that a restore would duplicate it. `count` is the number of such files. */
export async function findDuplicate(tx: Tx, { id }: BinTarget) {
  const [twin] = await execute(
    tx,
    sql<{
      fileName: string;
      place: string | null;
      count: number;
    }>`select twin.file_name as "fileName", submissions.title as place,
        count(*) over ()::int as count
      from files f
      join files twin on twin.sha256 = f.sha256 and twin.deleted_at is null and (case
        when f.project_id is null then twin.project_id is null and twin.company_id = f.company_id
        else (f.kind <> 'other' or f.part is not null) and (twin.kind <> 'other' or twin.part is not null)
          and twin.project_id = f.project_id end)
      left join submissions on submissions.id = twin.submission_id
      where f.deleted_with = ${id}
      order by twin.file_name limit 1`,
  );
  return twin;
}

const MISSED_REASON = 'It was in the trash at the scheduled time.';

/** Cancels publications that came due in the bin, so that a restore publishes nothing. */
export const cancelMissedSchedules = (tx: Tx, { id }: BinTarget, now: Date) =>
  execute(
    tx,
    sql`update submissions set publish_at = null, scheduled_by = null, schedule_error = ${MISSED_REASON}
      where deleted_with = ${id} and publish_at <= ${now}`,
  );

export async function unmarkDeleted(tx: Tx, { kind, id }: BinTarget) {
  for (const table of TABLES_OF[kind]) {
    await execute(
      tx,
      sql`update ${sql.table(table)}
        set deleted_at = null, deleted_by = null, deleted_with = null
        where deleted_with = ${id}`,
    );
  }
}

export const deleteRow = (tx: Tx, { kind, id }: BinTarget) =>
  execute(tx, sql`delete from ${sql.table(TABLES[kind])} where id = ${id}`);

/** Keeps viewpoints that staff edited, hid or assigned photos to. Locks the project, so that no photo is added. */
export async function deleteEmptyViewpoints(tx: Tx, projectId: string) {
  await execute(tx, sql`select from projects where id = ${projectId} for no key update`);
  await execute(
    tx,
    sql`delete from viewpoints where project_id = ${projectId} and not is_tended and not is_hidden
      and not exists (select from files where files.viewpoint_id = viewpoints.id)
      and not exists (select from viewpoint_poses as pose where pose.viewpoint_id = viewpoints.id)`,
  );
}

export const listExpired = (tx: Tx, before: Date, limit: number) =>
  execute(
    tx,
    sql<BinTarget>`select kind, id from (
        select 'project' as kind, id, deleted_at from projects where deleted_with = id
        union all select 'submission', id, deleted_at from submissions where deleted_with = id
        union all select 'file', id, deleted_at from files where deleted_with = id
      ) as item where deleted_at <= ${before} order by deleted_at limit ${limit}`,
  );

/** Excludes items that were deleted only with their project or submission. */
function items(tx: Tx) {
  const projects = tx
    .selectFrom('projects')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .where(sql<boolean>`projects.deleted_with = projects.id`)
    .select([
      sql<BinKind>`'project'`.as('kind'),
      'projects.id',
      'projects.name',
      sql<string | null>`null`.as('submissionTitle'),
      sql<string | null>`null`.as('projectName'),
      'companies.companyName',
      'projects.deletedBy',
      sql<Date>`projects.deleted_at`.as('createdAt'),
    ]);
  const submissions = tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoin('companies', 'companies.id', 'projects.companyId')
    .where(sql<boolean>`submissions.deleted_with = submissions.id`)
    .select([
      sql<BinKind>`'submission'`.as('kind'),
      'submissions.id',
      'submissions.title as name',
      sql<string | null>`null`.as('submissionTitle'),
      'projects.name as projectName',
      'companies.companyName',
      'submissions.deletedBy',
      sql<Date>`submissions.deleted_at`.as('createdAt'),
    ]);
  const files = tx
    .selectFrom('files')
    .leftJoin('submissions', 'submissions.id', 'files.submissionId')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .leftJoin('companies', 'companies.id', 'files.companyId')
    .where(sql<boolean>`files.deleted_with = files.id`)
    .select([
      sql<BinKind>`'file'`.as('kind'),
      'files.id',
      'files.fileName as name',
      'submissions.title as submissionTitle',
      'projects.name as projectName',
      'companies.companyName',
      'files.deletedBy',
      sql<Date>`files.deleted_at`.as('createdAt'),
    ]);
  return tx.selectFrom(projects.unionAll(submissions).unionAll(files).as('item'));
}

const SEARCHED = ['item.name', 'item.submissionTitle', 'item.projectName', 'item.companyName'];
const BYTES = sql<number>`(select coalesce(sum(file_size), 0)::bigint from files
  where deleted_with = item.id)`;
const SORTS = {
  name: alphabetical('item.name'),
  size: BYTES,
  removed: sql`item.created_at`,
} satisfies Record<string, RawBuilder<unknown>>;

type Query = z.output<typeof BinQuery>;

const matching = (tx: Tx, since: Date, { search }: Query) => {
  const all = items(tx).where('item.createdAt', '>', since);
  return search ? all.where(contains(search, SEARCHED)) : all;
};

/** Latest first by default. */
export const listItems = (tx: Tx, since: Date, query: Query) =>
  asOwner(tx, {
    execute: () =>
      pageOf(
        matching(tx, since, query)
          .leftJoin('profiles as person', 'person.id', 'item.deletedBy')
          .selectAll('item')
          .select([
            personName('person').as('deletedByName'),
            BYTES.as('bytes'),
            sql<number>`(select count(*)::int from files where deleted_with = item.id)`.as('files'),
            sql<number>`(select count(*)::int from submissions
              where deleted_with = item.id)`.as('submissions'),
          ]),
        query,
        { table: 'item', sorts: SORTS },
      ),
  });

export const countItems = (tx: Tx, since: Date, query: Query) =>
  asOwner(tx, { execute: () => countOf(matching(tx, since, query).select('item.id')) });

export async function sumBin(tx: Tx): Promise<number> {
  const [sum] = await execute(
    tx,
    sql<{ bytes: number }>`select coalesce(sum(file_size), 0)::bigint as bytes from files
      where deleted_with is not null`,
  );
  return sum?.bytes ?? 0;
}

/** Includes the bin. */
export const findKeptIds = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (await execute(tx, sql<{ id: string }>`select id from files where id = any(${ids}::uuid[])`)).map(
    (row) => row.id,
  );

async function execute<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await asOwner(tx, { execute: () => statement.execute(tx) })).rows;
}
