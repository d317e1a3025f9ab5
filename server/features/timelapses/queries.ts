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

export const removeBefore = async (tx: Tx, before: Date) =>
  idsOf(
    await tx.deleteFrom('timelapses').where('createdAt', '<', before).returning('id').execute(),
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
