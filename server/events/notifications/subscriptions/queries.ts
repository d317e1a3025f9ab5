import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { VISIBLE_COMPANY } from '#server/platform/db/expressions.ts';

const withViewpoints = (tx: Tx) =>
  tx
    .selectFrom('viewpointSubscriptions as s')
    .innerJoin('viewpoints as v', 'v.id', 's.viewpointId')
    .innerJoin('projects as p', 'p.id', 'v.projectId');

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

/** The viewer's own, to viewpoints that they can see now. */
export const listSubscriptions = (tx: Tx) =>
  withViewpoints(tx)
    .select(['s.viewpointId', 'v.name as viewpointName', 'v.projectId', 'p.name as projectName'])
    .select(['s.weekday', 's.shownUntil'])
    .orderBy('p.name')
    .orderBy('v.sortOrder')
    .orderBy('v.id')
    .execute();

type NewSubscription = { viewpointId: string; weekday: number; now: Date };

/**
 * The next email contains what it would if the viewer had always got it on `weekday`. Returns false if the viewer sees no
 * photo of the viewpoint.
 */
export async function saveSubscription(
  tx: Tx,
  { viewpointId, weekday, now }: NewSubscription,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into viewpoint_subscriptions (person_id, viewpoint_id, weekday, handled_on, shown_until)
    select app.viewer_id(), v.id, ${weekday}::int, past.day,
      (past.day - (extract(dow from past.day)::int - ${weekday}::int + 7) % 7 + time '07:00')
        at time zone p.time_zone
    from viewpoints v join projects p on p.id = v.project_id
      cross join lateral (
        select ((${now}::timestamptz at time zone p.time_zone) - interval '7 hours')::date as day) past
    where v.id = ${viewpointId} and exists (select from files where files.viewpoint_id = v.id)
    on conflict (person_id, viewpoint_id) do update set weekday = excluded.weekday,
      handled_on = greatest(viewpoint_subscriptions.handled_on, excluded.handled_on)`.execute(tx);
  return numAffectedRows === 1n;
}

export const deleteSubscription = (tx: Tx, viewpointId: string) =>
  tx.deleteFrom('viewpointSubscriptions').where('viewpointId', '=', viewpointId).execute();

/** Due from 7 AM of the weekday until the end of that day, at the site. */
export const listDueSubscriptions = (tx: Tx, now: Date) => {
  const local = sql`(${now}::timestamptz at time zone p.time_zone)`;
  return asOwner(
    tx,
    withViewpoints(tx)
      .innerJoin('profiles as person', 'person.id', 's.personId')
      .innerJoin('auth.users as u', 'u.id', 's.personId')
      .leftJoin('companies as c', 'c.id', 'person.companyId')
      .where('person.isActive', '=', true)
      .where('u.emailVerified', '=', true)
      .where(sql<boolean>`extract(dow from ${local}) = s.weekday and extract(hour from ${local}) >= 7
        and s.handled_on < ${local}::date`)
      .select(['person.id', 'person.email', 'person.role', VISIBLE_COMPANY.as('companyId')])
      .select(['s.viewpointId', sql<string>`${local}::date::text`.as('day')]),
  );
};

/** Returns false if another process has handled the day. `shownUntil` is set if there was news. */
export const claimDay = async (tx: Tx, viewpointId: string, day: string, shownUntil?: Date) =>
  (await tx
    .updateTable('viewpointSubscriptions')
    .set({ handledOn: day, ...(shownUntil && { shownUntil }) })
    .where('viewpointId', '=', viewpointId)
    .where('handledOn', '<', day)
    .returning('viewpointId')
    .executeTakeFirst()) !== undefined;
