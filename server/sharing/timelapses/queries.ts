import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type TimelapseRow = NonNullable<Awaited<ReturnType<typeof findTimelapse>>>;

const FACTS = ['id', 'fileName', 'state', 'percent', 'fileSize', 'updatedAt'] as const;

export const findProjectName = async (tx: Tx, id: string) =>
  (await tx.selectFrom('projects').select('name').where('id', '=', id).executeTakeFirst())?.name;

export const findTimelapse = (tx: Tx, viewpointId: string, contentKey: string) =>
  tx
    .selectFrom('timelapses')
    .select(FACTS)
    .where('viewpointId', '=', viewpointId)
    .where('contentKey', '=', contentKey)
    .executeTakeFirst();

export const findTimelapseById = (tx: Tx, id: string) =>
  tx
    .selectFrom('timelapses')
    .select([...FACTS, 'viewpointId', 'content', 'parts'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Nothing when another request was first. */
export const insertTimelapse = (tx: Tx, values: Insertable<DB['timelapses']>) =>
  tx
    .insertInto('timelapses')
    .values(values)
    .onConflict((conflict) => conflict.columns(['viewpointId', 'contentKey']).doNothing())
    .returning('id')
    .executeTakeFirst();

export const updateTimelapse = (tx: Tx, id: string, changes: Updateable<DB['timelapses']>) =>
  tx.updateTable('timelapses').set(changes).where('id', '=', id).execute();

/** The same of one that is being made; answers whether it still is. */
export const updateMaking = async (
  tx: Tx,
  id: string,
  changes: Updateable<DB['timelapses']>,
): Promise<boolean> =>
  (
    await tx
      .updateTable('timelapses')
      .set(changes)
      .where('id', '=', id)
      .where('state', '=', 'making')
      .returning('id')
      .execute()
  ).length > 0;

/** The films of a project that are ready, by viewpoint, the newest of each first: whoever may see which is not asked. */
export const listReady = (tx: Tx, projectId: string) =>
  asOwner(
    tx,
    tx
      .selectFrom('timelapses')
      .innerJoin('viewpoints', 'viewpoints.id', 'timelapses.viewpointId')
      .where('viewpoints.projectId', '=', projectId)
      .where('viewpoints.isHidden', '=', false)
      .where('timelapses.state', '=', 'ready')
      .where('timelapses.fileSize', 'is not', null)
      .select([
        'timelapses.id',
        'timelapses.viewpointId',
        'timelapses.content',
        'timelapses.fileSize',
        'viewpoints.name as viewpointName',
      ])
      .$narrowType<{ fileSize: number }>()
      .orderBy('viewpoints.sortOrder')
      .orderBy('viewpoints.id')
      .orderBy('timelapses.createdAt', 'desc')
      .orderBy('timelapses.id'),
  );

/** These photos of published weeks, as far as the viewer sees them, with their pictures. */
export const listSeen = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .where('files.id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .where('files.state', '=', 'ready')
    .where('submissions.status', '=', 'published')
    .select(['files.id', 'files.presets', 'files.width', 'files.height', 'files.thumbhash'])
    .select('files.posterVersion')
    .execute();

/** The lock of a link that shows films. Nothing too when it has been closed since. */
export const findLockOfTimelapses = (tx: Tx, shareLinkId: string) =>
  tx
    .selectFrom('shareLinks')
    .select(['id', 'passwordHash'])
    .where('id', '=', shareLinkId)
    .where('showTimelapses', '=', true)
    .executeTakeFirst();

/** How many of these photos of published weeks the viewer sees; none when the viewpoint is hidden from them. */
export const countSeen = async (
  tx: Tx,
  viewpointId: string,
  fileIds: readonly string[],
): Promise<number> =>
  (
    await tx
      .selectFrom('files')
      .innerJoin('submissions', 'submissions.id', 'files.submissionId')
      .where('files.id', 'in', fileIds)
      .where((eb) =>
        eb.exists(
          eb.selectFrom('viewpoints').select('viewpoints.id').where('id', '=', viewpointId),
        ),
      )
      .where('files.state', '=', 'ready')
      .where('submissions.status', '=', 'published')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Removes what the viewpoint of a new film has beyond so many, never the new one, the oldest first; answers the ids. */
export const removeBeyond = async (
  tx: Tx,
  { id, viewpointId }: { id: string; viewpointId: string },
  kept: number,
) =>
  idsOf(
    await tx
      .deleteFrom('timelapses')
      .where('id', 'in', (of) =>
        of
          .selectFrom('timelapses as older')
          .select('older.id')
          .where('older.viewpointId', '=', viewpointId)
          .where('older.id', '!=', id)
          .orderBy('older.createdAt', 'desc')
          .orderBy('older.id')
          .offset(kept - 1),
      )
      .returning('id')
      .execute(),
  );

/** Removes old films but those of projects that an open link shows the films of; answers the ids. */
export const removeBefore = async (tx: Tx, before: Date) =>
  idsOf(
    await tx
      .deleteFrom('timelapses')
      .where('createdAt', '<', before)
      .where(
        sql<boolean>`not exists (
          select from viewpoints join share_links on share_links.project_id = viewpoints.project_id
          where viewpoints.id = timelapses.viewpoint_id and share_links.show_timelapses
            and share_links.is_active and coalesce(share_links.expires_at > now(), true))`,
      )
      .returning('id')
      .execute(),
  );

/** Removes films that show a photo which is gone; answers the ids. */
export const removeOfGonePhotos = async (tx: Tx) =>
  idsOf(
    await tx
      .deleteFrom('timelapses')
      .where(
        sql<boolean>`exists (
          select from jsonb_array_elements(content -> 'shots') as shot
          where not exists (select from files where id = (shot ->> 'fileId')::uuid))`,
      )
      .returning('id')
      .execute(),
  );

/** The films of a project that somebody deletes: they belong to no viewer. */
export const listTimelapseIds = async (tx: Tx, projectId: string): Promise<string[]> =>
  idsOf(
    await asOwner(
      tx,
      tx
        .selectFrom('timelapses')
        .innerJoin('viewpoints', 'viewpoints.id', 'timelapses.viewpointId')
        .where('viewpoints.projectId', '=', projectId)
        .select('timelapses.id'),
    ),
  );
