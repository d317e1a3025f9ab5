import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { removeWhere } from '#server/sharing/artifact/queries.ts';

export const findProjectName = async (tx: Tx, id: string) =>
  (await tx.selectFrom('projects').select('name').where('id', '=', id).executeTakeFirst())?.name;

export const findReady = (tx: Tx, id: string) =>
  tx
    .selectFrom('timelapses')
    .select(['id', 'fileName', 'fileSize', 'viewpointId', 'content'])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('fileSize', 'is not', null)
    .$narrowType<{ fileSize: number }>()
    .executeTakeFirst();

/** `parts` is the number of steps whose parts are stored. */
export const updateParts = (tx: Tx, id: string, parts: number) =>
  tx
    .updateTable('timelapses')
    .set({ parts })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute();

/** Sorted by viewpoint, newest first. Reads as the database owner, so callers must check access. */
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

export const listVisible = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .where('files.id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .where('files.state', '=', 'ready')
    .where('submissions.status', '=', 'published')
    .select(['files.id', 'files.presets', 'files.width', 'files.height', 'files.thumbhash'])
    .select('files.posterVersion')
    .execute();

/** Returns zero if the viewer can't see the viewpoint. */
export const countVisible = async (
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

/** Removes time-lapses with deleted photos, and old ones that no open link shows. */
export const removeOld = (tx: Tx, before: Date) =>
  removeWhere(
    tx,
    'timelapses',
    sql`(created_at < ${before} and not exists (
        select from viewpoints join share_links on share_links.project_id = viewpoints.project_id
        where viewpoints.id = timelapses.viewpoint_id and share_links.show_timelapses
          and share_links.is_active and coalesce(share_links.expires_at > now(), true)))
      or exists (
        select from jsonb_array_elements(content -> 'shots') as shot
        where not exists (select from files where id = (shot ->> 'fileId')::uuid))`,
  );

/** Reads as the database owner because time-lapses belong to no viewer. */
export const listTimelapseIds = async (tx: Tx, projectId: string): Promise<string[]> => {
  const films = tx
    .selectFrom('timelapses')
    .innerJoin('viewpoints', 'viewpoints.id', 'timelapses.viewpointId')
    .where('viewpoints.projectId', '=', projectId)
    .select('timelapses.id');
  return (await asOwner(tx, films)).map(({ id }) => id);
};
