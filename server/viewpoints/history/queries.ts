import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { HISTORY_LIMIT } from '#domain/viewpoint-history.ts';
import { alignmentColumn } from '#server/files/service.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';

export type ViewpointRow = Awaited<ReturnType<typeof listViewpoints>>[number];
export type PhotoRow = Awaited<ReturnType<typeof listPhotos>>[number];
export type SummaryRow = Awaited<ReturnType<typeof listSummaries>>[number];

export const day = sql<string>`${DOCUMENTED_DAY}::text`;

export const isProjectVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** Excludes thermal and 360-degree photos, because they can't be compared. */
export const submissionPhotos = (tx: Tx) =>
  tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.status', '!=', 'archived')
    .where('files.kind', '=', 'photo')
    .where('files.photoType', 'is', null)
    .where('files.state', '=', 'ready')
    .where(sql<boolean>`cardinality(files.presets) > 0`);

export const listViewpoints = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('viewpoints')
    .where('projectId', '=', projectId)
    .selectAll()
    .orderBy('sortOrder')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const findViewpoint = (tx: Tx, id: string) =>
  tx.selectFrom('viewpoints').where('id', '=', id).selectAll().executeTakeFirst();

/** `coverId` is the first photo of the latest submission. */
export const listSummaries = (tx: Tx, projectId: string) =>
  submissionPhotos(tx)
    .where('submissions.projectId', '=', projectId)
    .where('files.viewpointId', 'is not', null)
    .select(['files.viewpointId'])
    .select(({ fn }) => [
      fn.countAll<number>().as('photoCount'),
      fn.count<number>('files.submissionId').distinct().as('weekCount'),
    ])
    .select([
      sql<string>`min(${DOCUMENTED_DAY})::text`.as('firstDay'),
      sql<string>`max(${DOCUMENTED_DAY})::text`.as('lastDay'),
      sql<string>`(array_agg(files.id order by ${DOCUMENTED_DAY} desc, submissions.created_at desc,
        files.sort_order, files.captured_at, files.id))[1]`.as('coverId'),
    ])
    .groupBy('files.viewpointId')
    .execute();

export const listCovers = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .where('id', 'in', fileIds)
    .select(['id', 'presets', 'width', 'height', 'thumbhash', 'posterVersion'])
    .execute();

export const findSubmission = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.id', '=', submissionId)
    .select(['submissions.id', 'submissions.projectId', 'submissions.createdAt', day.as('day')])
    .executeTakeFirst();

type SubmissionWithDay = NonNullable<Awaited<ReturnType<typeof findSubmission>>>;

export const isBeingProcessed = async (tx: Tx, submissionId: string) =>
  (await tx
    .selectFrom('files')
    .select('id')
    .where('submissionId', '=', submissionId)
    .where('kind', '=', 'photo')
    .where('state', '=', 'processing')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** `weeksAgo` counts published submissions: 1 is the previous one. Null if none of them shows the viewpoint. */
export const listSightings = (tx: Tx, { id, projectId, createdAt, day: of }: SubmissionWithDay) =>
  tx
    .with('weeks', () =>
      submissionPhotos(tx)
        .where('submissions.projectId', '=', projectId)
        .where(
          sql<boolean>`submissions.id = ${id} or (${DOCUMENTED_DAY}, submissions.created_at) < (${of}::date, ${createdAt})`,
        )
        .select(['files.viewpointId', 'files.submissionId'])
        .select([
          // Drafts come last, because clients haven't seen their photos.
          sql<number>`dense_rank() over (order by (submissions.id = ${id}) desc,
            (submissions.status = 'published') desc, ${DOCUMENTED_DAY} desc,
            submissions.created_at desc, submissions.id)::int - 1`.as('ago'),
          sql<boolean>`submissions.status = 'published'`.as('isPublished'),
        ]),
    )
    .selectFrom('weeks')
    .innerJoin('viewpoints', 'viewpoints.id', 'weeks.viewpointId')
    .where('viewpoints.isHidden', '=', false)
    .select('viewpoints.id as viewpointId')
    .select([
      sql<boolean>`bool_or(weeks.submission_id = ${id})`.as('isHere'),
      sql<boolean>`bool_or(weeks.submission_id <> ${id})`.as('wasBefore'),
      sql<number | null>`min(weeks.ago) filter (
        where weeks.submission_id <> ${id} and weeks.is_published)`.as('weeksAgo'),
    ])
    .groupBy('viewpoints.id')
    .execute();

export const listPhotos = async (tx: Tx, viewpointId: string) =>
  (
    await submissionPhotos(tx)
      .where('files.viewpointId', '=', viewpointId)
      .select(['files.id', 'files.fileName', 'files.presets', 'files.width', 'files.height'])
      .select(['files.thumbhash', 'files.posterVersion', 'files.capturedAt', 'files.submissionId'])
      .select(['submissions.title', 'submissions.status', day.as('day'), alignmentColumn()])
      .orderBy(DOCUMENTED_DAY, 'desc')
      .orderBy('submissions.createdAt', 'desc')
      .orderBy('files.sortOrder', 'desc')
      .orderBy('files.capturedAt', 'desc')
      .orderBy('files.id', 'desc')
      .limit(HISTORY_LIMIT)
      .execute()
  ).toReversed();

/** Marks the viewpoint as edited by staff. */
export const updateViewpoint = (tx: Tx, id: string, changes: Updateable<DB['viewpoints']>) =>
  tx
    .updateTable('viewpoints')
    .set({ ...changes, isTended: true })
    .where('id', '=', id)
    .execute();

/** Numbers viewpoints from 1 in the order of `ids` and marks them as edited by staff. The others follow. */
export async function numberViewpoints(tx: Tx, projectId: string, ids: readonly string[]) {
  await sql`
    update viewpoints set sort_order = sort_order + ${ids.length}
    where project_id = ${projectId} and id <> all (${ids}::uuid[])`.execute(tx);
  await sql`
    update viewpoints set sort_order = place.number, is_tended = true
    from unnest(${ids}::uuid[]) with ordinality as place (id, number)
    where viewpoints.id = place.id and viewpoints.project_id = ${projectId}`.execute(tx);
}

/** Marks the viewpoint as edited by staff. */
export const insertViewpoint = (tx: Tx, values: Insertable<DB['viewpoints']>) =>
  tx
    .insertInto('viewpoints')
    .values({ ...values, isTended: true })
    .returning('id')
    .executeTakeFirstOrThrow();

export const deleteViewpoint = (tx: Tx, id: string) =>
  tx.deleteFrom('viewpoints').where('id', '=', id).execute();

/** Keeps viewpoints with photos (including the bin) and viewpoints that staff have edited. */
export const deleteEmpty = (tx: Tx, ids: readonly string[]) =>
  asOwner(
    tx,
    tx
      .deleteFrom('viewpoints')
      .where('id', 'in', ids)
      .where('isTended', '=', false)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('files')
              .whereRef('files.viewpointId', '=', 'viewpoints.id')
              .select('files.id'),
          ),
        ),
      ),
  );

/** Moves a viewpoint's photos, time-lapses, subscriptions and poses to another viewpoint. Returns the ids of the photos. */
export async function moveAllPhotos(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  await sql`
    insert into viewpoint_poses
      (viewpoint_id, latitude, longitude, relative_altitude, gimbal_yaw, gimbal_pitch,
        lens, focal_length, equivalent_focal_length)
    select ${toId}, latitude, longitude, relative_altitude, gimbal_yaw, gimbal_pitch,
      lens, focal_length, equivalent_focal_length
    from viewpoints where id = ${fromId} and latitude is not null`.execute(tx);
  await tx
    .updateTable('viewpointPoses')
    .set({ viewpointId: toId })
    .where('viewpointId', '=', fromId)
    .execute();
  // As the database owner, because viewers have no rights to time-lapses.
  await asOwner(
    tx,
    tx.updateTable('timelapses').set({ viewpointId: toId }).where('viewpointId', '=', fromId),
  );
  // Deleting the viewpoint deletes those of people who already get emails of the other one.
  const kept = tx.selectFrom('viewpointSubscriptions').where('viewpointId', '=', toId);
  await asOwner(
    tx,
    tx
      .updateTable('viewpointSubscriptions')
      .set({ viewpointId: toId })
      .where('viewpointId', '=', fromId)
      .where('personId', 'not in', kept.select('personId')),
  );
  const moved = await tx
    .updateTable('files')
    .set({ viewpointId: toId, updatedAt: new Date() })
    .where('viewpointId', '=', fromId)
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}

export const lockPhotos = (tx: Tx, projectId: string, fileIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .where('id', 'in', fileIds)
    .where('projectId', '=', projectId)
    .where('submissionId', 'is not', null)
    .where('kind', '=', 'photo')
    .select(['id', 'viewpointId', 'latitude', 'longitude', 'relativeAltitude'])
    .select(['gimbalYaw', 'gimbalPitch', 'lens', 'focalLength', 'equivalentFocalLength'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const setViewpoint = (tx: Tx, viewpointId: string, fileIds: readonly string[]) =>
  tx
    .updateTable('files')
    .set({ viewpointId, isViewpointPending: false, updatedAt: new Date() })
    .where('id', 'in', fileIds)
    .execute();

export const clearViewpoint = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .updateTable('files')
    .set({ viewpointId: null, updatedAt: new Date() })
    .where('id', 'in', fileIds)
    .execute();

/** Afterwards, photos taken from exactly these poses no longer match the viewpoint. */
export const forgetPoses = (tx: Tx, viewpointId: string, fileIds: readonly string[]) =>
  sql`
    delete from viewpoint_poses as pose using files
    where pose.viewpoint_id = ${viewpointId} and files.id = any (${fileIds}::uuid[])
      and pose.latitude = files.latitude and pose.longitude = files.longitude
      and pose.gimbal_yaw is not distinct from files.gimbal_yaw
      and pose.gimbal_pitch is not distinct from files.gimbal_pitch`.execute(tx);

/** Clears references that have moved to another viewpoint. The next photo to be aligned becomes the reference. */
export const releaseReferences = (tx: Tx, projectId: string) =>
  sql`
    update viewpoints set reference_id = null, is_reference_chosen = false
    from files
    where files.id = viewpoints.reference_id and viewpoints.project_id = ${projectId}
      and files.viewpoint_id is distinct from viewpoints.id`.execute(tx);

export const listPhotoIds = async (tx: Tx, viewpointId: string) =>
  (await tx.selectFrom('files').select('id').where('viewpointId', '=', viewpointId).execute()).map(
    ({ id }) => id,
  );

export const countPhotos = async (tx: Tx, viewpointId: string): Promise<number> =>
  (
    await tx
      .selectFrom('files')
      .where('viewpointId', '=', viewpointId)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

export const insertPoses = (tx: Tx, poses: Insertable<DB['viewpointPoses']>[]) =>
  tx.insertInto('viewpointPoses').values(poses).execute();
