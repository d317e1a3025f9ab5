import { sql } from 'kysely';
import type { z } from 'zod';
import { AUDIT_PAGE_SIZE, type AuditQuery } from '#domain/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/expressions.ts';

export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number];

/** The current name, or the name at the time of deletion. */
const subjectName = sql<string | null>`coalesce(
  case audit_log.subject_type
    when 'project' then (select name from projects where id = audit_log.subject_id)
    when 'submission' then (select title from submissions where id = audit_log.subject_id)
    when 'file' then (select file_name from files where id = audit_log.subject_id)
    when 'company' then (select company_name from companies where id = audit_log.subject_id)
    when 'share-link' then (select coalesce(share_links.title, projects.name) from share_links
      join projects on projects.id = share_links.project_id where share_links.id = audit_log.subject_id)
    when 'invitation' then (select email from invitations where id = audit_log.subject_id)
    when 'person' then (select ${personName()} from profiles where id = audit_log.subject_id)
  end,
  audit_log.subject_name, audit_log.detail ->> 'name', audit_log.detail ->> 'title', audit_log.detail ->> 'fileName')`;

const selectEntries = (tx: Tx) =>
  tx
    .selectFrom('auditLog')
    .leftJoin('profiles as actor', 'actor.id', 'auditLog.actorId')
    .selectAll('auditLog')
    .select([subjectName.as('nameOfSubject'), personName('actor').as('actorName')]);

/** Returns one row more than the page size if there is a next page. */
export function listEntries(
  tx: Tx,
  { actorId, action, from, until, before }: z.output<typeof AuditQuery>,
) {
  let query = selectEntries(tx);
  if (actorId) query = query.where('auditLog.actorId', '=', actorId);
  if (action) query = query.where('auditLog.action', '=', action);
  if (from) query = query.where('auditLog.at', '>=', new Date(from));
  if (until) query = query.where('auditLog.at', '<', new Date(until));
  if (before) query = query.where('auditLog.id', '<', before);
  return query
    .orderBy('auditLog.id', 'desc')
    .limit(AUDIT_PAGE_SIZE + 1)
    .execute();
}

const LATEST_SCAN_LIMIT = 2000;

/** Groups consecutive entries that have the same actor, action and subject. All files count as one subject. */
export const listLatest = (tx: Tx, limit: number) =>
  selectEntries(tx)
    .innerJoin(
      sql<{ id: number; count: number }>`(
        select max(id) as id, count(*) as count from (
          select id, count(*) filter (where is_other) over (order by id desc) as run from (
            select id, said is distinct from lag(said) over (order by id desc) as is_other from (
              select id, concat_ws(' ', actor_kind, actor_id, action,
                case when subject_type <> 'file' then subject_id end) as said
              from audit_log order by id desc limit ${sql.lit(LATEST_SCAN_LIMIT)}
            ) as recent
          ) as marked
        ) as runs group by run order by 1 desc limit ${sql.lit(limit)}
      )`.as('latest'),
      'latest.id',
      'auditLog.id',
    )
    .select('latest.count')
    .orderBy('auditLog.id', 'desc')
    .execute();

/** Unknown ids are missing from the result. */
export async function listNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${personName()} as name from profiles where id = any(${ids}::uuid[])
    union all
    select id, company_name from companies where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A skip scan: one index step per distinct action, however long the log is. */
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

export async function listActors(tx: Tx): Promise<{ id: string; name: string | null }[]> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    with recursive step as (
      (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_log where actor_id > step.actor_id order by actor_id limit 1)
      from step where step.actor_id is not null
    )
    select actor.id, ${personName('actor')} as name from step
    join profiles as actor on actor.id = step.actor_id
    order by name`.execute(tx);
  return rows;
}
