import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type Destination = { submissionId: string; projectId: string };

/**
 * Bytes that would move to another company, including the bin and uploads. Returns zero if the company stays the same.
 */
export async function sumForMove(tx: Tx, submissionId: string, projectId: string): Promise<number> {
  const query = tx
    .selectFrom('submissions')
    .innerJoin('projects as home', 'home.id', 'submissions.projectId')
    .innerJoin('projects as target', (join) => join.on('target.id', '=', projectId))
    .where('submissions.id', '=', submissionId)
    .whereRef('home.companyId', '<>', 'target.companyId')
    .select(
      sql<number>`(select coalesce(sum(file_size), 0) from files where submission_id = submissions.id)::bigint
        + (select coalesce(sum(file_size), 0) from uploads
          where submission_id = submissions.id and state in ('receiving', 'received'))::bigint`.as(
        'bytes',
      ),
    );
  return (await asOwner(tx, query))[0]?.bytes ?? 0;
}

export const lockFiles = (tx: Tx, submissionId: string, ids: readonly string[]) =>
  tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where('id', 'in', ids)
    .select(['id', 'fileName', 'fileSize', 'sha256', 'kind', 'part', 'state', 'capturedAt'])
    .orderBy('capturedAt')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Sidecars are RAW files, and flight logs and world files with the same name. */
export const listSidecarIds = async (
  tx: Tx,
  submissionId: string,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
) => {
  const base = sql<string>`lower(regexp_replace(file_name, '\\.[^.]*$', ''))`;
  const rows = await tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where((eb) =>
      eb.or([
        eb('rawOf', 'in', ids),
        eb.and([
          eb('kind', 'in', ['other', 'document']),
          eb.or([eb('latitude', 'is', null), eb('isForClients', '=', false)]),
          eb(base, 'in', names),
        ]),
      ]),
    )
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const assignSubmission = (tx: Tx, ids: readonly string[], submissionId: string) =>
  tx
    .updateTable('files')
    .set({ submissionId, sortOrder: lastSortOrder(submissionId), updatedAt: new Date() })
    .where('id', 'in', ids)
    .execute();

const lastSortOrder = (submissionId: string) =>
  sql<number>`(select coalesce(max(sort_order), 0) from files where submission_id = ${submissionId})`;

/**
 * Includes the bin. Where only the site's time zone is known, videos keep their UTC time and photos their local time.
 */
export async function assignProject(tx: Tx, ids: readonly string[], to: Destination) {
  const { submissionId, projectId } = to;
  const zone = sql`(select time_zone from projects where id = ${projectId})`;
  const isOfSite = sql`time_zone_source = 'site' and captured_local is not null`;
  const query = tx
    .updateTable('files')
    .set((eb) => ({
      projectId,
      companyId: eb.selectFrom('projects').where('id', '=', projectId).select('companyId'),
      submissionId,
      sortOrder: sql<number>`case when submission_id = ${submissionId} then sort_order
        else ${lastSortOrder(submissionId)} end`,
      viewpointId: null,
      // Photos in the bin get a viewpoint when they are restored.
      isViewpointPending: sql<boolean>`kind = 'photo' and latitude is not null`,
      isPlaceConfirmed: false,
      capturedAt: sql<Date | null>`case when ${isOfSite} and kind <> 'video'
        then captured_local at time zone ${zone} else captured_at end`,
      capturedLocal: sql<string | null>`case when ${isOfSite} and kind = 'video'
        then captured_at at time zone ${zone} else captured_local end`,
      updatedAt: new Date(),
    }))
    .where('id', 'in', ids);
  await asOwner(tx, query);
}

export const listViewpointIds = async (tx: Tx, ids: readonly string[]) => {
  const rows = await tx
    .selectFrom('files')
    .where('id', 'in', ids)
    .where('viewpointId', 'is not', null)
    .select('viewpointId')
    .distinct()
    .execute();
  return rows.flatMap(({ viewpointId }) => viewpointId ?? []);
};

export const listPhotoIds = async (tx: Tx, ids: readonly string[]) => {
  const rows = await tx
    .selectFrom('files')
    .where('id', 'in', ids)
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .select('id')
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};
