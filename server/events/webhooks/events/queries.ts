import { sql } from 'kysely';
import type { WebhookEvent } from '#domain/webhooks.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

const PROJECT = sql`'project', json_build_object('id', p.id, 'name', p.name),
  'company', json_build_object('id', c.id, 'name', c.company_name)`;
const SUBMISSION = sql`'submission', json_build_object('id', s.id, 'title', s.title,
  'recordedDate', s.recorded_date)`;
const OF_PROJECT = sql`left join companies c on c.id = p.company_id`;

/** Reads the same data for every viewer. Contains no secrets or links. */
export async function dataOf(tx: Tx, event: WebhookEvent, id: string): Promise<object> {
  if (event === 'form_submission.received') return { formSubmission: { id } };
  const found = await asOwner(tx, { execute: () => selectionOf(event, id).execute(tx) });
  return found.rows[0]?.data ?? {};
}

function selectionOf(event: Exclude<WebhookEvent, 'form_submission.received'>, id: string) {
  switch (event) {
    case 'project.created':
      return sql<{ data: object }>`select json_build_object(${PROJECT}) as data
        from projects p ${OF_PROJECT} where p.id = ${id}`;
    case 'submission.created':
    case 'submission.published':
    case 'submission.unpublished':
      return sql<{ data: object }>`select json_build_object(${SUBMISSION}, ${PROJECT}) as data
        from submissions s join projects p on p.id = s.project_id ${OF_PROJECT} where s.id = ${id}`;
    case 'file.ready':
    case 'file.failed':
      return sql<{ data: object }>`select json_build_object('file', json_build_object('id', f.id,
          'name', f.file_name, 'kind', f.kind, 'size', f.file_size, 'error', f.error_message,
          'isForClients', f.is_for_clients),
          ${SUBMISSION}, ${PROJECT}) as data
        from files f left join submissions s on s.id = f.submission_id
        left join projects p on p.id = s.project_id ${OF_PROJECT} where f.id = ${id}`;
    case 'pin.created':
    case 'pin.done':
      return sql<{ data: object }>`select json_build_object('pin', json_build_object('id', pins.id,
          'kind', pins.kind, 'text', pins.text, 'state', pins.state, 'dueOn', pins.due_on,
          'isInternal', pins.is_internal, 'fileId', pins.file_id), ${SUBMISSION}, ${PROJECT}) as data
        from pins join submissions s on s.id = pins.submission_id
        join projects p on p.id = s.project_id ${OF_PROJECT} where pins.id = ${id}`;
    case 'share_link.first_viewed':
      return sql<{
        data: object;
      }>`select json_build_object('shareLink', json_build_object('id', l.id,
          'title', l.title), ${PROJECT}) as data
        from share_links l join projects p on p.id = l.project_id ${OF_PROJECT} where l.id = ${id}`;
  }
}
