import { sql } from 'kysely';
import {
  DEFAULT_SETTINGS,
  type MailFrequency,
  type NotificationKind,
  type NotificationSetting,
} from '#domain/notifications.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { VISIBLE_COMPANY } from '#server/platform/db/expressions.ts';

export type Subject =
  | { submissionId: string }
  | { shareLinkId: string }
  | { webhookId: string }
  | { visitId: string }
  | { pinId: string }
  | 'installation';

const NONE = { submissionId: null, shareLinkId: null, webhookId: null, visitId: null, pinId: null };
const rowOf = (subject: Subject) => ({ ...NONE, ...(subject !== 'installation' && subject) });

type NewNotifications = {
  kind: NotificationKind;
  subject: Subject;
  personIds: readonly string[];
  now: Date;
};

/** Returns the ids of the people notified. An existing notification is renewed if it was neither read nor emailed. */
export async function insertNotifications(
  tx: Tx,
  { kind, subject, personIds, now }: NewNotifications,
): Promise<string[]> {
  const { inApp, mail } = DEFAULT_SETTINGS[kind];
  const { submissionId, shareLinkId, webhookId, visitId, pinId } = rowOf(subject);
  const insertion = tx
    .insertInto('notifications')
    .columns([
      'personId',
      'kind',
      'submissionId',
      'shareLinkId',
      'webhookId',
      'visitId',
      'pinId',
      'inApp',
      'mail',
      'createdAt',
    ])
    .expression((eb) =>
      eb
        .selectFrom('profiles as p')
        .leftJoin('notificationSettings as s', (join) =>
          join.onRef('s.personId', '=', 'p.id').on('s.kind', '=', kind),
        )
        .where('p.id', 'in', personIds)
        .where('p.isActive', '=', true)
        .select([
          'p.id',
          sql<NotificationKind>`${kind}::notification_kind`.as('kind'),
          sql<string | null>`${submissionId}::uuid`.as('submissionId'),
          sql<string | null>`${shareLinkId}::uuid`.as('shareLinkId'),
          sql<string | null>`${webhookId}::uuid`.as('webhookId'),
          sql<string | null>`${visitId}::uuid`.as('visitId'),
          sql<string | null>`${pinId}::uuid`.as('pinId'),
          sql<boolean>`coalesce(s.in_app, ${inApp})`.as('inApp'),
          sql<MailFrequency>`coalesce(s.mail, ${mail}::mail_pace)`.as('mail'),
          sql<Date>`${now}::timestamptz`.as('createdAt'),
        ]),
    )
    .onConflict((oc) =>
      oc
        .constraint('notifications_once')
        .doUpdateSet({ createdAt: now })
        .where('notifications.readAt', 'is', null)
        .where('notifications.mailedAt', 'is', null),
    )
    .returning('personId');
  const rows = personIds.length === 0 ? [] : await asOwner(tx, insertion);
  return rows.map(({ personId }) => personId);
}

/** Links that expire by `by` and have no notification yet, except links created for a shorter time than the notice. */
export const listExpiringLinks = (tx: Tx, { now, by }: { now: Date; by: Date }) =>
  asOwner(
    tx,
    tx
      .selectFrom('shareLinks as l')
      .where('l.isActive', '=', true)
      .where('l.expiresAt', '>', now)
      .where('l.expiresAt', '<=', by)
      .where(sql<boolean>`l.expires_at - l.created_at > ${by}::timestamptz - ${now}::timestamptz`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('notifications as n')
              .whereRef('n.shareLinkId', '=', 'l.id')
              .where('n.kind', '=', 'link-expiring')
              .select('n.id'),
          ),
        ),
      )
      .select(['l.id', 'l.createdBy'])
      .limit(500),
  );

const PIN_HAS_PICTURE = sql<boolean>`coalesce(pinned.kind = 'photo' and cardinality(pinned.presets) > 0
  and pinned.width > 0 and pinned.height > 0, false)`;

const withSubjects = (tx: Tx) =>
  tx
    .selectFrom('notifications as n')
    .leftJoin('submissions as s', 's.id', 'n.submissionId')
    .leftJoin('shareLinks as l', 'l.id', 'n.shareLinkId')
    .leftJoin('webhooks as w', 'w.id', 'n.webhookId')
    .leftJoin('visits as v', 'v.id', 'n.visitId')
    .leftJoin('pins', 'pins.id', 'n.pinId')
    .leftJoin('files as pinned', 'pinned.id', 'pins.fileId')
    .leftJoin('submissions as pinnedIn', 'pinnedIn.id', 'pins.submissionId')
    .leftJoin('projects as p', (join) =>
      join.on((eb) =>
        eb(
          'p.id',
          '=',
          eb.fn.coalesce('s.projectId', 'l.projectId', 'v.projectId', 'pinnedIn.projectId'),
        ),
      ),
    );

/** With what they are about now. */
const withCurrentState = (tx: Tx) =>
  withSubjects(tx)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('files as f')
          .whereRef('f.submissionId', '=', 's.id')
          .where('f.state', '=', 'failed')
          .select((f) => f.fn.countAll<number>().as('failedCount'))
          .as('counts'),
      (join) => join.on('n.kind', '=', 'files-failed'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('driveTransfers as t')
          .whereRef('t.submissionId', '=', 's.id')
          .where('t.direction', '=', 'import')
          .select('t.state as importState')
          .select((t) =>
            t
              .selectFrom('driveTransferFiles as tf')
              .whereRef('tf.transferId', '=', 't.id')
              .where('tf.state', '=', 'done')
              .select((f) => f.fn.countAll<number>().as('count'))
              .as('importedCount'),
          )
          .orderBy('t.updatedAt', 'desc')
          .limit(1)
          .as('imported'),
      (join) => join.on('n.kind', '=', 'import-done'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('backupRuns')
          .select(['state as backupState', 'problem as backupProblem'])
          .where('task', '=', 'make')
          .orderBy('createdAt', 'desc')
          .limit(1)
          .as('backup'),
      (join) => join.on('n.kind', '=', 'backup-failed'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mapBuilds')
          .whereRef('mapBuilds.submissionId', '=', 'n.submissionId')
          .select(['state as mapState', 'problem as mapProblem'])
          .orderBy('createdAt', 'desc')
          .limit(1)
          .as('build'),
      (join) => join.on('n.kind', '=', 'map-built'),
    );

/** The viewer's notifications that still apply and whose subject the viewer can see. */
const selectCurrent = (tx: Tx) =>
  withCurrentState(tx)
    .where(
      sql<boolean>`case n.kind when 'week-published' then s.status = 'published'
        when 'link-expiring' then l.is_active
        when 'link-viewed' then true
        when 'disk-nearly-full' then true
        when 'backup-failed' then backup_state <> 'ready'
        when 'visit-requested' then v.status = 'requested'
        when 'visit-changed' then v.status in ('canceled', 'weathered-out', 'declined')
          or v.moved_from is not null or v.requested_by = n.person_id
        when 'map-built' then true
        when 'pin-assigned' then true
        when 'pin-replied' then true
        when 'pin-due' then pins.state <> 'done'
        when 'webhook-disabled' then not w.is_active
        when 'import-done' then import_state in ('done', 'stopped')
        when 'schedule-refused' then s.schedule_error is not null else failed_count > 0 end`,
    )
    .select(['n.id', 'n.kind', 'n.createdAt', 'n.readAt', 'n.submissionId', 'n.mail'])
    .select(['p.id as projectId', 'v.dueAt', 'v.movedFrom', 'v.status as visitStatus'])
    .select(['v.reason as visitReason', 'n.visitId'])
    .select(['n.pinId', 'n.personId', 'pins.text as pinText', 'pins.kind as pinKind'])
    .select(['pins.state as pinState', 'pins.dueOn as pinDueOn', 'pins.assigneeId'])
    .select(['pins.fileId as pinFileId', 'pinnedIn.id as pinSubmissionId'])
    .select(['pinnedIn.title as pinSubmissionTitle', PIN_HAS_PICTURE.as('pinHasPicture')])
    .select(['s.title', 's.scheduleError', 'l.title as linkTitle', 'l.expiresAt'])
    .select(['p.name as projectName', 'p.timeZone', 'failedCount', 'w.name as webhookName'])
    .select(['importState', 'importedCount', 'backupProblem', 'mapState', 'mapProblem'])
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.id');

export type NotificationRow = Awaited<ReturnType<typeof listDue>>[number];

/** The newest 50, each with the total number of unread notifications. */
export const listNotifications = (tx: Tx) =>
  selectCurrent(tx)
    .where('n.inApp', '=', true)
    .select((eb) =>
      eb.fn.countAll<number>().filterWhere('n.readAt', 'is', null).over().as('unread'),
    )
    .limit(50)
    .execute();

/** Without `id`, marks all of the viewer's notifications. Returns the ids of notifications that were unread. */
export const markRead = (tx: Tx, now: Date, id?: string) =>
  tx
    .updateTable('notifications')
    .set({ readAt: now })
    .where('readAt', 'is', null)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .returning('id')
    .execute();

export const isNotification = async (tx: Tx, id: string) =>
  (await tx.selectFrom('notifications').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** Deletes notifications so that people can be notified again. */
export function forgetNotifications(tx: Tx, kind: NotificationKind, subject: Subject) {
  const { submissionId, shareLinkId, webhookId, visitId, pinId } = rowOf(subject);
  const isOf = (column: keyof typeof NONE, id: string | null) =>
    sql<boolean>`${sql.ref(column)} is not distinct from ${id}::uuid`;
  return asOwner(
    tx,
    tx
      .deleteFrom('notifications')
      .where('kind', '=', kind)
      .where(isOf('submissionId', submissionId))
      .where(isOf('shareLinkId', shareLinkId))
      .where(isOf('webhookId', webhookId))
      .where(isOf('visitId', visitId))
      .where(isOf('pinId', pinId)),
  );
}

export const findProjectManager = async (tx: Tx, submissionId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('submissions as s')
      .innerJoin('projects as p', 'p.id', 's.projectId')
      .where('s.id', '=', submissionId)
      .select('p.projectManagerId')
      .executeTakeFirst()
  )?.projectManagerId ?? null;

/** Notifications created after `after` that are due at `before`. */
export type Span = { after: Date; before: Date };

/** Weekly emails are due on Monday at 7:00 in the project's time zone. */
const isDue = ({ after, before }: Span) => sql<boolean>`
  n.mail <> 'off' and n.read_at is null and n.created_at > ${after} and n.created_at <= case n.mail
    when 'weekly' then (date_trunc('week', (${before}::timestamptz
      at time zone coalesce(p.time_zone, 'UTC')) - interval '7 hours') + interval '7 hours')
      at time zone coalesce(p.time_zone, 'UTC')
    else ${before}::timestamptz end`;

/** Includes people who can no longer see the subjects of their due notifications. */
export const listPeopleToMail = (tx: Tx, span: Span) =>
  asOwner(
    tx,
    withSubjects(tx)
      .innerJoin('profiles as person', 'person.id', 'n.personId')
      .innerJoin('auth.users as u', 'u.id', 'n.personId')
      .leftJoin('companies as c', 'c.id', 'person.companyId')
      .where('person.isActive', '=', true)
      .where('u.emailVerified', '=', true)
      .where(isDue(span))
      .distinct()
      .select(['person.id', 'person.email', 'person.role'])
      .select(VISIBLE_COMPANY.as('companyId')),
  );

export const listDue = (tx: Tx, span: Span) =>
  selectCurrent(tx)
    .where(isDue(span))
    .where(sql<boolean>`coalesce(l.expires_at > ${span.before}, true)`)
    .execute();

/** Claims notifications for an email. Returns the ids that no other process has claimed. */
export const claimDue = async (tx: Tx, ids: readonly string[], now: Date): Promise<string[]> =>
  (
    await tx
      .updateTable('notifications')
      .set({ mail: 'off', mailedAt: now })
      .where('id', 'in', ids)
      .where('mail', '!=', 'off')
      .returning('id')
      .execute()
  ).map(({ id }) => id);

export const removeOldNotifications = (tx: Tx, before: Date) =>
  asOwner(tx, tx.deleteFrom('notifications').where('createdAt', '<', before));

export const listSettings = (tx: Tx) =>
  tx.selectFrom('notificationSettings').select(['kind', 'inApp', 'mail']).execute();

/** Also applies to notifications waiting to be emailed, even if the person can't see their subjects now. */
export async function saveSetting(
  tx: Tx,
  personId: string,
  { kind, inApp, mail }: NotificationSetting,
): Promise<void> {
  await tx
    .insertInto('notificationSettings')
    .values({ personId, kind, inApp, mail })
    .onConflict((oc) => oc.columns(['personId', 'kind']).doUpdateSet({ inApp, mail }))
    .execute();
  await asOwner(
    tx,
    tx
      .updateTable('notifications')
      .set({ mail })
      .where('personId', '=', personId)
      .where('kind', '=', kind)
      .where('mail', '!=', 'off'),
  );
}
