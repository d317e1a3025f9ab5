import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';

export const listCompanies = (tx: Tx) =>
  tx.selectFrom('companies').select(['id', 'companyCode', 'companyName']).execute();

export const listOpenInvitations = (tx: Tx) =>
  tx
    .selectFrom('invitations')
    .select(['email', 'role'])
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();

export const findPerson = (tx: Tx, email: string) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'role', 'companyId', 'isActive'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();

/** Marks rows as part of the sample site, so that it can be removed. */
export async function markSample(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const marks = ids.map((id) => ({ id }));
  await asOwner(
    tx,
    tx
      .insertInto('sampleRows')
      .values(marks)
      .onConflict((it) => it.doNothing()),
  );
}

/** Whether the database has no data, because accounts with a published password must not be added to real data. */
export async function isUnused(tx: Tx): Promise<boolean> {
  for (const table of ['profiles', 'invitations', 'formSubmissions', 'companies'] as const) {
    if (await tx.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Audit entries with these actions by the system, oldest first. */
export const listEntries = (tx: Tx, actions: readonly string[]) =>
  tx
    .selectFrom('auditLog')
    .select(['action', 'subjectId', 'detail'])
    .where('action', 'in', actions)
    .where('actorKind', '=', 'system')
    .orderBy('id')
    .execute();

/** Shifts a submission's timestamps by days of 24 hours, and its recording date by calendar days. */
export const shiftSubmission = (tx: Tx, id: string, days: number) =>
  tx
    .updateTable('submissions')
    .set({
      recordedDate: sql`recorded_date + ${days}::int`,
      createdAt: sql`created_at + ${days}::int * interval '24 hours'`,
      publishedAt: sql`published_at + ${days}::int * interval '24 hours'`,
      firstPublishedAt: sql`first_published_at + ${days}::int * interval '24 hours'`,
      flownAt: sql`flown_at + ${days}::int * interval '24 hours'`,
      updatedAt: new Date(),
    })
    .where('id', '=', id)
    .returning(['projectId', 'recordedDate', 'title'])
    .executeTakeFirst();

/** Shifts the visit of the submission and its map. A visit planned for that day, which nobody flew, makes room. */
export async function shiftVisit(tx: Tx, submissionId: string, days: number): Promise<void> {
  const shifted = sql`v.due_at + ${days}::int * interval '24 hours'`;
  await sql`
    delete from visits planned using visits v
    where v.submission_id = ${submissionId} and planned.project_id = v.project_id
      and planned.submission_id is null
      and planned.due_at between ${shifted} - interval '12 hours' and ${shifted} + interval '12 hours'`.execute(
    tx,
  );
  await sql`update visits v set due_at = ${shifted} where submission_id = ${submissionId}`.execute(
    tx,
  );
  const step = sql`${days}::int * interval '24 hours'`;
  await sql`update map_builds set created_at = created_at + ${step}, finished_at = finished_at + ${step}
    where id = ${submissionId}`.execute(tx);
}

/** Shifts capture times by days, keeping the local time. */
export const shiftCaptures = (
  tx: Tx,
  {
    submissionId,
    fileIds,
    days,
  }: { submissionId: string; fileIds: readonly string[]; days: number },
) =>
  sql`
    update files set
      captured_local = captured_local + make_interval(days => ${days}::int),
      captured_at = (captured_at at time zone projects.time_zone + make_interval(days => ${days}::int))
        at time zone projects.time_zone,
      updated_at = now()
    from projects
    where projects.id = files.project_id and files.submission_id = ${submissionId}
      and files.id = any(${fileIds}::uuid[])`.execute(tx);

/** Empties all tables except the jobs, because they still have to delete files. */
export async function truncateAll({ owner }: Pick<Database, 'owner'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'auth')`.execute(owner);
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  await sql`truncate ${tables} restart identity cascade`.execute(owner);
}
