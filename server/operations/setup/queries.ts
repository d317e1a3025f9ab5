import { sql, type RawBuilder } from 'kysely';
import type { Sample } from '#domain/setup.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

const SAMPLE = sql`(select id from sample_rows)`;

async function asOwnerAll<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await asOwner(tx, { execute: () => statement.execute(tx) })).rows;
}

/** Only one transaction at a time creates the first admin. */
export const lockFirstAdmin = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('overfly: first admin'))`.execute(tx);

export const hasSampleRows = async (tx: Tx): Promise<boolean> =>
  (await asOwnerAll(tx, sql`select from sample_rows limit 1`)).length > 0;

/** What removing the sample site would delete, including what people added to its companies. */
export async function countSample(tx: Tx, profileId: string | null) {
  const [counts] = await asOwnerAll(
    tx,
    sql<Sample>`select
      array(select company_name from companies where id in ${SAMPLE} order by 1) as companies,
      (select count(*)::int from projects
        where company_id in ${SAMPLE} and deleted_at is null) as projects,
      (select count(*)::int from files
        where company_id in ${SAMPLE} and deleted_at is null) as files,
      (select count(*)::int from profiles where id in ${SAMPLE}) as people,
      exists (select from sample_rows where id = ${profileId}) as "isOwnAccount"
    where exists (select from sample_rows)`,
  );
  return counts;
}

/** Other transactions that remove the sample site wait. False if it was removed. */
export const lockSample = async (tx: Tx): Promise<boolean> =>
  (await asOwnerAll(tx, sql`select from sample_rows for update`)).length > 0;

type Named = { id: string; name: string };

/** Locks projects and standalone files of the sample's companies, including the bin. */
export async function lockSampleContent(tx: Tx) {
  const projects = await asOwnerAll(
    tx,
    sql<Named>`select id, name from projects where company_id in ${SAMPLE} for update`,
  );
  const files = await asOwnerAll(
    tx,
    sql<Named>`select id, file_name as name from files
      where company_id in ${SAMPLE} and project_id is null for update`,
  );
  return { projects, files };
}

/** So that the new admin can have the address of a sample account. */
export async function releaseSampleAddresses(tx: Tx): Promise<void> {
  for (const table of ['auth.users', 'public.profiles'])
    await asOwnerAll(
      tx,
      sql`update ${sql.table(table)} set email = id || '@sample.invalid' where id in ${SAMPLE}`,
    );
}

/**
 * Deletes the sample site. Its clients' companies are gone, but people who joined them stay, and so do share links that
 * sample accounts created for other projects: they now belong to `keeperId`.
 */
export const deleteSample = (tx: Tx, keeperId: string) =>
  asOwner(tx, {
    async execute() {
      await sql`update share_links set created_by = ${keeperId} where created_by in ${SAMPLE}`.execute(
        tx,
      );
      await sql`delete from projects where company_id in ${SAMPLE}`.execute(tx);
      await sql`delete from files where company_id in ${SAMPLE}`.execute(tx);
      await sql`update profiles set company_id = null
        where company_id in ${SAMPLE} and id not in ${SAMPLE}`.execute(tx);
      await sql`delete from form_submissions where id in ${SAMPLE}`.execute(tx);
      await sql`delete from auth.users where id in ${SAMPLE}`.execute(tx);
      await sql`delete from companies where id in ${SAMPLE}`.execute(tx);
      await sql`delete from sample_rows`.execute(tx);
    },
  });

export const findSampleBackup = async (tx: Tx): Promise<string | null> =>
  (
    await tx
      .selectFrom('auditLog')
      .select(sql<string | null>`detail ->> 'backup'`.as('backup'))
      .where('action', '=', 'sample.removed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.backup ?? null;

export const isChecklistOver = async (tx: Tx): Promise<boolean> =>
  (await tx
    .selectFrom('auditLog')
    .select('id')
    .where('action', 'in', ['checklist.dismissed', 'checklist.finished'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

type Progress = 'company' | 'project' | 'client' | 'week' | 'sentMail' | 'backup';

/** Whether there is any of these apart from the sample. Mails to `.example` addresses aren't sent. */
export async function readProgress(tx: Tx) {
  const [progress] = await asOwnerAll(
    tx,
    sql<Record<Progress, boolean>>`select
      exists (select from companies where id not in ${SAMPLE}) as company,
      exists (select from projects
        where company_id not in ${SAMPLE} and deleted_at is null) as project,
      exists (select from profiles where role = 'client' and id not in ${SAMPLE}
        and coalesce(company_id not in ${SAMPLE}, true))
        or exists (select from invitations where role = 'client' and revoked_at is null
          and company_id not in ${SAMPLE}) as client,
      exists (select from submissions join projects on projects.id = project_id
        where submissions.status = 'published' and submissions.deleted_at is null
          and projects.deleted_at is null and company_id not in ${SAMPLE}) as week,
      exists (select from mails where state = 'sent'
        and recipient not like '%.example')
        or exists (select from audit_log where action = 'settings.email-tested'
          and detail ->> 'isAccepted' = 'true') as "sentMail",
      exists (select from audit_log where action = 'backup.made' and id > coalesce(
        (select max(id) from audit_log where action = 'sample.removed'), 0))
        or exists (select from backup_runs where task = 'make' and state = 'ready') as backup`,
  );
  if (!progress) throw new Error('A query without a table returned no row.');
  return progress;
}
