import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { MAX_EXPORTED_PINS, MAX_PINS_ON_PHOTO, type PinQuery } from '#domain/pins.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName, VISIBLE_COMPANY } from '#server/platform/db/expressions.ts';
import { alphabetical, contains, countOf, inOrder, pageOf } from '#server/platform/db/search.ts';
import { alignmentColumn } from '../columns/queries.ts';

/** Whether it's on a photo that clients see. */
const HAS_SPOT = sql<boolean>`coalesce(submissions.status = 'published' and files.is_for_clients
  and files.kind = 'photo' and cardinality(files.presets) > 0
  and files.width > 0 and files.height > 0, false)`;

const joined = (tx: Tx) =>
  tx
    .selectFrom('pins')
    .leftJoin('files', 'files.id', 'pins.fileId')
    .innerJoin('submissions', 'submissions.id', 'pins.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId');

const withColumns = (pins: ReturnType<typeof joined>) =>
  pins
    .selectAll('pins')
    .select([
      'submissions.title as submissionTitle',
      'projects.id as projectId',
      'projects.name as projectName',
      'projects.timeZone',
      'projects.projectManagerId',
      'projects.companyId',
      'files.fileName',
      'files.posterVersion',
      'files.presets',
      'files.width',
      'files.height',
    ])
    .select(alignmentColumn())
    .select(HAS_SPOT.as('hasSpot'))
    .select((eb) =>
      eb
        .selectFrom('pinReplies')
        .whereRef('pinReplies.pinId', '=', 'pins.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('replyCount'),
    );

export type PinRow = Awaited<ReturnType<typeof listPinsOnFile>>[number];

/** Those of its viewpoint, too: pages compute where they are in this file. */
export const listPinsOnFile = (tx: Tx, fileId: string) =>
  withColumns(joined(tx))
    .where(
      sql<boolean>`pins.file_id in (select ${fileId}::uuid union all select other.id from files as other
        where other.viewpoint_id = (select shown.viewpoint_id from files as shown where shown.id = ${fileId}))`,
    )
    .orderBy('pins.createdAt', 'desc')
    .orderBy('pins.id')
    .limit(MAX_PINS_ON_PHOTO)
    .execute();

export const listProjectPins = (tx: Tx, projectId: string) =>
  withColumns(joined(tx))
    .where('projects.id', '=', projectId)
    .orderBy('pins.createdAt', 'desc')
    .orderBy('pins.id')
    .limit(MAX_PINS_ON_PHOTO)
    .execute();

export const findPin = (tx: Tx, id: string) =>
  withColumns(joined(tx)).where('pins.id', '=', id).executeTakeFirst();

export const lockPin = (tx: Tx, id: string) =>
  withColumns(joined(tx)).where('pins.id', '=', id).forNoKeyUpdate('pins').executeTakeFirst();

const SORTS = {
  due: sql`pins.due_on`,
  created: sql`pins.created_at`,
  project: alphabetical('projects.name'),
} satisfies Record<string, RawBuilder<unknown>>;
const SORTING = { table: 'pins', sorts: SORTS, nullable: ['due'] } as const;

type Filter = Omit<PinQuery, 'isMine' | 'isOverdue'> & {
  assigneeId: string | null;
  /** Only open pins due before that day, at their site. */
  overdueAt: Date | null;
};

const matching = (tx: Tx, { projectId, submissionId, kind, state, search, ...filter }: Filter) =>
  joined(tx)
    .$if(projectId !== undefined, (all) => all.where('projects.id', '=', projectId ?? ''))
    .$if(submissionId !== undefined, (all) => all.where('submissions.id', '=', submissionId ?? ''))
    .$if(kind !== undefined, (all) => all.where('pins.kind', '=', kind ?? 'note'))
    .$if(filter.isOnMap === true, (all) => all.where('pins.longitude', 'is not', null))
    .$if(state !== undefined, (all) => all.where('pins.state', '=', state ?? 'open'))
    .$if(filter.assigneeId !== null, (all) => all.where('pins.assigneeId', '=', filter.assigneeId))
    .$if(filter.overdueAt !== null, (all) =>
      all
        .where('pins.state', '!=', 'done')
        .where(
          sql<boolean>`pins.due_on < (${filter.overdueAt}::timestamptz at time zone projects.time_zone)::date`,
        ),
    )
    .$if(Boolean(search), (all) =>
      all.where(contains(search ?? '', ['pins.text', 'projects.name', 'submissions.title'])),
    );

/** Reads the other columns only for the rows of the page. */
export const listPins = async (tx: Tx, filter: Filter): Promise<PinRow[]> =>
  rowsOf(tx, await pageOf(matching(tx, filter).select('pins.id'), filter, SORTING));

export async function listPinsToExport(tx: Tx, filter: Filter): Promise<PinRow[]> {
  const all = inOrder(matching(tx, filter).select('pins.id'), filter, SORTING);
  return rowsOf(tx, await all.limit(MAX_EXPORTED_PINS).execute());
}

async function rowsOf(tx: Tx, page: readonly { id: string }[]): Promise<PinRow[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const rows = await withColumns(joined(tx)).where('pins.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const countPins = (tx: Tx, filter: Filter) =>
  countOf(matching(tx, filter).select('pins.id'));

export const listReplies = (tx: Tx, pinIds: readonly string[]) =>
  tx
    .selectFrom('pinReplies')
    .where(sql<boolean>`pin_id = any(${pinIds}::uuid[])`)
    .select(['id', 'pinId', 'text', 'state', 'createdBy', 'guestEmail', 'createdAt'])
    .select(sql<boolean>`picture is not null`.as('hasPicture'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
export type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number];

/** Returns false if there is already a pin with this id. */
export const insertPin = async (tx: Tx, values: Insertable<DB['pins']>) =>
  (await tx
    .insertInto('pins')
    .values(values)
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const updatePin = (tx: Tx, id: string, changes: Updateable<DB['pins']>) =>
  tx.updateTable('pins').set(changes).where('id', '=', id).execute();

/** Returns false if there is already a reply with this id. */
export const insertReply = async (tx: Tx, values: Insertable<DB['pinReplies']>) =>
  (await tx
    .insertInto('pinReplies')
    .values(values)
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** The submission that a pin on this file or submission belongs to; undefined if it isn't visible. */
export const findHome = (
  tx: Tx,
  { fileId, submissionId }: { fileId?: string; submissionId?: string },
) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoin('files', (join) => join.on('files.id', '=', fileId ?? null))
    .where(
      sql<boolean>`submissions.id = coalesce(${submissionId ?? null}::uuid, files.submission_id)`,
    )
    .select(['submissions.id', 'submissions.projectId', 'projects.timeZone', 'files.kind'])
    .executeTakeFirst();

/** As the owner: clients can't see other people's profiles. */
export async function listNames(tx: Tx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map<string, { name: string; isActive: boolean }>();
  const people = tx
    .selectFrom('profiles')
    .where('id', 'in', wanted)
    .select(['id', 'isActive', personName().as('name')]);
  const rows = await asOwner(tx, people);
  return new Map(rows.map(({ id, isActive, name }) => [id, { isActive, name: name ?? '' }]));
}

/** Active staff, clients of the project's company, and its members. */
export const listPinPeople = (tx: Tx, projectId: string) =>
  asOwner(
    tx,
    tx
      .selectFrom('profiles as p')
      .innerJoin('auth.users as u', 'u.id', 'p.id')
      .leftJoin('companies as c', 'c.id', 'p.companyId')
      .innerJoin('projects', (join) => join.on('projects.id', '=', projectId))
      .where('p.isActive', '=', true)
      .where(
        sql<boolean>`(p.role <> 'client' or u.email_verified and (${VISIBLE_COMPANY} = projects.company_id
          or exists (select from project_members m
            where m.project_id = projects.id and m.person_id = p.id)))`,
      )
      .select(['p.id', sql<boolean>`p.role <> 'client'`.as('isStaff')])
      .select(personName('p').as('name'))
      .orderBy(alphabetical('p.listedAs')),
  );

/** The author, the assignee and everyone who replied. */
export const listWatchers = async (tx: Tx, pinId: string): Promise<string[]> =>
  (
    await sql<{
      id: string;
    }>`select unnest(array[created_by, assignee_id]) as id from pins where id = ${pinId}
      union select created_by from pin_replies where pin_id = ${pinId}`.execute(tx)
  ).rows.flatMap(({ id }) => id ?? []);

/** Only of a pin that the viewer can see. */
export const findReplyPicture = (tx: Tx, id: string) =>
  tx
    .selectFrom('pinReplies')
    .innerJoin('pins', 'pins.id', 'pinReplies.pinId')
    .where('pinReplies.id', '=', id)
    .select(['pinReplies.pinId', 'pinReplies.createdBy', 'pinReplies.picture'])
    .executeTakeFirst();

/** Keeps a picture that is already there. */
export const addReplyPicture = (tx: Tx, id: string, picture: Buffer) =>
  tx
    .updateTable('pinReplies')
    .set({ picture })
    .where('id', '=', id)
    .where('picture', 'is', null)
    .execute();

const REMINDER_TIME = '08:00';

/** Open pins due yesterday or tomorrow, after 8:00 at their site, except those created later today. */
const isReminderDue = (now: Date) => {
  const local = sql`(${now}::timestamptz at time zone projects.time_zone)`;
  return sql<boolean>`pins.state <> 'done' and abs(pins.due_on - ${local}::date) = 1
    and ${local}::time >= ${REMINDER_TIME}::time
    and pins.created_at < (${local}::date + ${REMINDER_TIME}::time) at time zone projects.time_zone
    and pins.reminded_on is distinct from ${local}::date`;
};

export const listDueReminders = (tx: Tx, now: Date) =>
  joined(tx)
    .where('pins.dueOn', 'is not', null)
    .where((pin) =>
      pin.or([pin('pins.assigneeId', 'is not', null), pin('pins.guestKey', 'is not', null)]),
    )
    .where(isReminderDue(now))
    .select('pins.id')
    .execute();

/** Returns undefined if it isn't due any more, for example because another process sent it. */
export async function claimReminder(tx: Tx, id: string, now: Date): Promise<PinRow | undefined> {
  const { rows } = await sql`update pins
    set reminded_on = (${now}::timestamptz at time zone projects.time_zone)::date
    from submissions join projects on projects.id = submissions.project_id
    where submissions.id = pins.submission_id and pins.id = ${id} and ${isReminderDue(now)}
    returning pins.id`.execute(tx);
  return rows.length > 0 ? findPin(tx, id) : undefined;
}
