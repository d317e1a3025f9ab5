import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { BinItem, BinKind, BinQuery, BinTarget } from '#domain/bin.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/expressions.ts';
import { alphabetical, contains, countOf, pageOf } from '#server/platform/db/search.ts';

// Viewers can't see the bin, so these queries run as the database owner.

const TABLES = {
  company: 'companies',
  project: 'projects',
  submission: 'submissions',
  file: 'files',
  pin: 'pins',
} as const;
type Table = (typeof TABLES)[BinKind];

const TABLES_OF: Record<BinKind, readonly Table[]> = {
  company: ['companies', 'projects', 'submissions', 'files'],
  project: ['projects', 'submissions', 'files'],
  submission: ['submissions', 'files'],
  file: ['files'],
  pin: ['pins'],
};

/** Whether a row is the item or belongs to it. */
function isPartOf({ kind, id }: BinTarget, table: Table) {
  if (table === TABLES[kind]) return sql`id = ${id}`;
  if (kind !== 'company' || table === 'projects') return sql`${sql.ref(`${kind}_id`)} = ${id}`;
  const ofProjects = sql`project_id in (select id from projects where company_id = ${id})`;
  return table === 'files' ? sql`(company_id = ${id} or ${ofProjects})` : ofProjects;
}

/** Only admins delete and restore companies. */
const IS_ADMIN = sql`(select app.is_admin())`;

type Marks = { by: string | null; at: Date };

/** Marks an item and its contents as deleted. Returns the ids of files that weren't already deleted. */
export async function markDeleted(tx: Tx, thing: BinTarget, { by, at }: Marks) {
  let fileIds: string[] = [];
  for (const table of TABLES_OF[thing.kind]) {
    const marked = await execute(
      tx,
      sql<{ id: string }>`update ${sql.table(table)}
        set deleted_at = ${at}, deleted_by = ${by}, deleted_with = ${thing.id}
        where ${isPartOf(thing, table)} and deleted_at is null returning id`,
    );
    if (table === 'files') fileIds = marked.map((row) => row.id);
  }
  return fileIds;
}

/** Also unlinks deleted RAW files from their photos. */
export async function clearReferencePhotos(tx: Tx, { kind, id }: BinTarget) {
  if (kind !== 'submission' && kind !== 'file') return;
  await execute(
    tx,
    sql`update viewpoints set reference_id = null, is_reference_chosen = false
      where reference_id in (select id from files where deleted_with = ${id})`,
  );
  if (kind === 'file') await execute(tx, sql`update files set raw_of = null where id = ${id}`);
}

/** Returns the ids of uploads whose bytes may already be stored. */
export async function removeUnfinishedUploads(tx: Tx, thing: BinTarget): Promise<string[]> {
  const { kind, id } = thing;
  if (kind === 'pin') return [];
  const of =
    kind === 'file'
      ? sql`id = ${id}`
      : sql`state in ('receiving', 'received') and (submission_id in (
          select id from submissions where ${isPartOf(thing, 'submissions')})
          or ${kind === 'company'} and company_id = ${id})`;
  const removed = await execute(
    tx,
    sql<{ id: string; state: string }>`delete from uploads where ${of} returning id, state`,
  );
  return removed.filter(({ state }) => state === 'received').map((row) => row.id);
}

export type LockedItem = {
  name: string;
  deletedAt: Date;
  deletedBy: string | null;
  projectId: string | null;
  submissionId: string | null;
  companyId: string | null;
  isInternal?: boolean;
};

/** Locks an item that was itself deleted after `since`. Returns undefined if it isn't in the bin. */
export async function lockItem(
  tx: Tx,
  { kind, id }: BinTarget,
  since: Date,
): Promise<LockedItem | undefined> {
  const columns = {
    company: sql`company_name as name, null as "projectId", null as "submissionId", id as "companyId"`,
    project: sql`name, id as "projectId", null as "submissionId", company_id as "companyId"`,
    submission: sql`title as name, project_id as "projectId", id as "submissionId",
      null as "companyId"`,
    file: sql`file_name as name, project_id as "projectId", submission_id as "submissionId",
      company_id as "companyId"`,
    pin: sql`left(text, 80) as name, is_internal as "isInternal", null as "companyId",
      submission_id as "submissionId",
      (select project_id from submissions where id = pins.submission_id) as "projectId"`,
  }[kind];
  const [item] = await execute(
    tx,
    sql<LockedItem>`select ${columns}, deleted_at as "deletedAt",
        deleted_by as "deletedBy" from ${sql.table(TABLES[kind])}
      where id = ${id} and deleted_with = ${id} and deleted_at > ${since}
        and ${kind === 'company' ? IS_ADMIN : sql`true`} for update`,
  );
  return item;
}

/** Finds the item's project or submission if that is also in the bin. Returns undefined if the item can be restored. */
export async function findDeletedContainer(
  tx: Tx,
  { kind, id }: BinTarget,
): Promise<{ kind: BinKind; name: string } | undefined> {
  if (kind === 'company') return undefined;
  const ofSubmission = sql`coalesce(
    (select submission_id from files where id = ${id}),
    (select submission_id from pins where id = ${id}), ${id}::uuid)`;
  const [home] = await execute(
    tx,
    sql<{
      kind: BinKind;
      name: string;
    }>`select 'company' as kind, company_name as name from companies
        where deleted_at is not null and id in (
          select company_id from projects where id = ${id}
          union select company_id from files where id = ${id}
          union select p.company_id from projects p join submissions s on s.project_id = p.id
            where s.id = ${ofSubmission})
      union all
      select 'project', p.name from projects p join submissions s on s.project_id = p.id
        where s.id = ${ofSubmission} and p.deleted_at is not null
      union all
      select 'file', file_name from files
        where deleted_at is not null and id = (select file_id from pins where id = ${id})
      union all
      select 'submission', title from submissions
        where id = ${ofSubmission} and id <> ${id} and deleted_at is not null
      limit 1`,
  );
  return home;
}

/** `home` must be restored instead. */
export async function findToRestore(
  tx: Tx,
  submissionId: string,
  since: Date,
): Promise<{ title: string; home: string | null; homeName: string } | undefined> {
  const [found] = await execute(
    tx,
    sql<{
      title: string;
      home: string | null;
      homeName: string;
    }>`select title, case when c.deleted_at is not null then 'company'
          when p.deleted_at is not null then 'project' end as home,
        case when c.deleted_at is null then p.name else company_name end as "homeName"
      from submissions s join projects p on p.id = s.project_id join companies c on c.id = p.company_id
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
        select 'company' as kind, id, deleted_at from companies where deleted_with = id
        union all select 'project', id, deleted_at from projects where deleted_with = id
        union all select 'submission', id, deleted_at from submissions where deleted_with = id
        union all select 'file', id, deleted_at from files where deleted_with = id
        union all select 'pin', id, deleted_at from pins where deleted_with = id
      ) as item where deleted_at <= ${before} order by deleted_at limit ${limit}`,
  );

type Inner = { kind: 'project' | 'file'; id: string; name: string };

/** A company's projects and standalone files, including those deleted earlier; locked. */
export async function lockContents(tx: Tx, companyId: string): Promise<Inner[]> {
  const projects = sql<Inner>`select 'project' as kind, id, name from projects
    where company_id = ${companyId} for update`;
  const files = sql<Inner>`select 'file' as kind, id, file_name as name from files
    where company_id = ${companyId} and project_id is null for update`;
  return [...(await execute(tx, projects)), ...(await execute(tx, files))];
}

type Item = Pick<BinItem, 'kind' | 'id' | 'name' | 'deletedBy'> &
  Pick<BinItem, 'submissionTitle' | 'projectName' | 'companyName'> & { createdAt: Date };

/** Excludes items that were deleted only with their company, project or submission. */
const items = (tx: Tx) =>
  tx.selectFrom(
    sql<Item>`(
      select 'company' as kind, id, company_name as name, null as submission_title,
        null as project_name, null as company_name, deleted_by, deleted_at as created_at
      from companies where deleted_with = id and ${IS_ADMIN}
      union all
      select 'project', p.id, p.name, null, null, c.company_name, p.deleted_by, p.deleted_at
      from projects p left join companies c on c.id = p.company_id where p.deleted_with = p.id
      union all
      select 'submission', s.id, s.title, null, p.name, c.company_name, s.deleted_by, s.deleted_at
      from submissions s join projects p on p.id = s.project_id
      left join companies c on c.id = p.company_id where s.deleted_with = s.id
      union all
      select 'file', f.id, f.file_name, s.title, p.name, c.company_name, f.deleted_by, f.deleted_at
      from files f left join submissions s on s.id = f.submission_id
      left join projects p on p.id = f.project_id
      left join companies c on c.id = f.company_id where f.deleted_with = f.id
      union all
      select 'pin', pins.id, left(pins.text, 80), s.title, p.name, c.company_name, pins.deleted_by,
        pins.deleted_at
      from pins join submissions s on s.id = pins.submission_id
      join projects p on p.id = s.project_id
      left join companies c on c.id = p.company_id where pins.deleted_with = pins.id
    )`.as('item'),
  );

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
            sql<number>`(select count(*)::int from projects
              where deleted_with = item.id)`.as('projects'),
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
