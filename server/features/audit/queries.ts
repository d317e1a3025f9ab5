import { sql } from 'kysely';
import type { z } from 'zod';
import { AUDIT_PAGE, type AuditQuery } from '#domain/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number];

/** What an entry is about, by the name it has now, or had when it was deleted. */
const subjectName = sql<string | null>`coalesce(
  case audit_log.subject_type
    when 'project' then (select name from projects where id = audit_log.subject_id)
    when 'submission' then (select title from submissions where id = audit_log.subject_id)
    when 'file' then (select file_name from files where id = audit_log.subject_id)
    when 'company' then (select company_name from companies where id = audit_log.subject_id)
    when 'share-link' then (select coalesce(share_links.title, projects.name) from share_links
      join projects on projects.id = share_links.project_id where share_links.id = audit_log.subject_id)
    when 'invitation' then (select email from invitations where id = audit_log.subject_id)
    when 'person' then (select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)
      from profiles where id = audit_log.subject_id)
  end,
  audit_log.detail ->> 'name', audit_log.detail ->> 'title', audit_log.detail ->> 'fileName')`;

const personName = sql<
  string | null
>`coalesce(nullif(concat_ws(' ', actor.first_name, actor.last_name), ''), actor.email)`;

/** Whom and which company an entry names in its detail by id. */
const personInDetail = sql<
  string | null
>`(select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) from profiles
  where id = coalesce(audit_log.detail ->> 'personId', audit_log.detail ->> 'projectManagerId')::uuid)`;
const companyInDetail = sql<string | null>`(select company_name from companies
  where id = (audit_log.detail ->> 'companyId')::uuid)`;

/** A page of the log and one entry more, if there is one. */
export function listEntries(
  tx: Tx,
  { actorId, action, from, until, before }: z.output<typeof AuditQuery>,
) {
  let query = tx
    .selectFrom('auditLog')
    .leftJoin('profiles as actor', 'actor.id', 'auditLog.actorId')
    .selectAll('auditLog')
    .select([
      subjectName.as('subjectName'),
      personName.as('actorName'),
      personInDetail.as('personInDetail'),
      companyInDetail.as('companyInDetail'),
    ]);
  if (actorId) query = query.where('auditLog.actorId', '=', actorId);
  if (action) query = query.where('auditLog.action', '=', action);
  if (from) query = query.where('auditLog.at', '>=', new Date(from));
  if (until) query = query.where('auditLog.at', '<', new Date(until));
  if (before) query = query.where('auditLog.id', '<', before);
  return query
    .orderBy('auditLog.id', 'desc')
    .limit(AUDIT_PAGE + 1)
    .execute();
}

/** Every action in the log, by one step of the index each, however long the log is. */
export async function listActions(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive step as (
      (select action from audit_log order by action limit 1)
      union all
      select (select action from audit_log where action > step.action order by action limit 1)
      from step where step.action is not null
    )
    select action from step where action is not null`.execute(tx);
  return rows.map(({ action }) => action);
}

/** Everyone who did something that is in the log. */
export const listActors = (tx: Tx) =>
  tx
    .selectFrom('profiles as actor')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('auditLog')
          .select('auditLog.id')
          .whereRef('auditLog.actorId', '=', 'actor.id'),
      ),
    )
    .select(['actor.id', personName.as('name')])
    .orderBy('name')
    .execute();
