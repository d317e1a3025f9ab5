import { sql, type Insertable, type NotNull } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type PhotoRow = NonNullable<Awaited<ReturnType<typeof findPhoto>>>;
export type NewAlignment = Insertable<DB['registrations']>;

export type FlatPhoto = NonNullable<Awaited<ReturnType<typeof findUnplaced>>>;

/** Photos that can be aligned: those with pictures, except thermal and 360-degree photos. */
const flatPhotos = (tx: Tx) =>
  tx
    .selectFrom('files')
    .where('files.kind', '=', 'photo')
    .where('files.state', '=', 'ready')
    .where('files.photoType', 'is', null)
    .select([
      'files.id',
      'files.projectId',
      'files.submissionId',
      'files.companyId',
      'files.isForClients',
      'files.isViewpointPending',
      'files.presets',
      'files.width',
      'files.height',
      'files.capturedAt',
      'files.gimbalPitch',
      'files.gimbalYaw',
      'files.flightYaw',
      'files.lens',
      'files.focalLength',
      'files.equivalentFocalLength',
    ]);

const placedPhotos = (tx: Tx) =>
  flatPhotos(tx)
    .innerJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
    .select([
      'viewpoints.id as viewpointId',
      'viewpoints.referenceId',
      'viewpoints.isReferenceChosen',
    ]);

export const findPhoto = (tx: Tx, id: string) =>
  placedPhotos(tx).where('files.id', '=', id).executeTakeFirst();

/** Finds a photo without a viewpoint if it has no position or is one of a few in its submission taken elsewhere. */
export const findUnplaced = (tx: Tx, id: string) =>
  flatPhotos(tx)
    .where('files.id', '=', id)
    .where('files.projectId', 'is not', null)
    .where('files.viewpointId', 'is', null)
    .where((eb) =>
      eb.or([
        eb('files.latitude', 'is', null),
        sql<boolean>`files.is_viewpoint_pending and (
          select count(*) filter (where is_viewpoint_pending) < ${SMALL_SHARE}::float8 * count(*)
          from files as week where week.submission_id = files.submission_id and week.kind = 'photo')`,
      ]),
    )
    .executeTakeFirst();

/** If a smaller share of a submission's photos was taken elsewhere, their positions may be wrong. */
export const SMALL_SHARE = 0.2;

/** For each viewpoint, the reference (`turn` 1), then photos from other submissions, closest to `near` first. */
export const photosToCompare = (
  tx: Tx,
  { projectId, submissionId, near }: Pick<FlatPhoto, 'projectId' | 'submissionId'> & { near: Date },
  most: number,
) => {
  const isOther = sql<boolean>`viewpoints.reference_id is distinct from files.id`;
  const turn = sql<number>`row_number() over (partition by viewpoints.id order by
    ${isOther}, abs(extract(epoch from files.captured_at - ${near}::timestamptz)), files.id)::int`;
  const ranked = placedPhotos(tx)
    .where('files.projectId', '=', projectId)
    .where(
      sql<boolean>`(not ${isOther} or files.submission_id is distinct from ${submissionId}::uuid)`,
    )
    .select(['viewpoints.sortOrder', turn.as('turn')]);
  return tx
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('turn', '<=', most)
    .orderBy('sortOrder')
    .orderBy('viewpointId')
    .orderBy('turn')
    .execute();
};

const NEIGHBOR_SEARCH_LIMIT = 200;
/** See domain/directions.ts. */
const isDown = sql<boolean>`files.gimbal_pitch < -80`;

export const listPlacedLookingDown = (tx: Tx, projectId: string, near: Date) =>
  placedPhotos(tx)
    .where('files.projectId', '=', projectId)
    .where(isDown)
    .orderBy(sql`abs(extract(epoch from files.captured_at - ${near}::timestamptz))`)
    .orderBy('files.id')
    .limit(NEIGHBOR_SEARCH_LIMIT)
    .execute();

export const listUnplacedLookingDown = (tx: Tx, submissionId: string) =>
  flatPhotos(tx)
    .where('files.submissionId', '=', submissionId)
    .where('files.viewpointId', 'is', null)
    .where('files.latitude', 'is', null)
    .where(isDown)
    .clearSelect()
    .select('files.id')
    .execute();

/** Returns false if the photo already has a viewpoint. */
export const placePhoto = async (tx: Tx, id: string, viewpointId: string) =>
  (await tx
    .updateTable('files')
    .set({ viewpointId, updatedAt: new Date() })
    .where('id', '=', id)
    .where('viewpointId', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const photosOfViewpoint = (tx: Tx, viewpointId: string) =>
  placedPhotos(tx)
    .where('viewpoints.id', '=', viewpointId)
    .orderBy('files.capturedAt')
    .orderBy('files.id')
    .execute();

/** Also returns true while the photo is being processed again. */
export const isReferenceOf = async (tx: Tx, id: string, viewpointId: string) =>
  (await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where('viewpointId', '=', viewpointId)
    .where('kind', '=', 'photo')
    .where('photoType', 'is', null)
    .where('state', '!=', 'failed')
    .executeTakeFirst()) !== undefined;

type NewReference = {
  viewpointId: string;
  id: string;
  current: string | null;
  /** If true, the current reference is replaced even if staff chose it. */
  isUnusable: boolean;
};

/** Changes the reference unless it's no longer `current`. Returns the resulting reference. */
export const setReference = async (
  tx: Tx,
  { viewpointId, id, current, isUnusable }: NewReference,
) => {
  await tx
    .updateTable('viewpoints')
    .set({ referenceId: id, isReferenceChosen: false })
    .where('id', '=', viewpointId)
    .where((eb) => (isUnusable ? eb.lit(true) : eb('isReferenceChosen', '=', false)))
    .where((eb) => eb(sql`reference_id`, 'is not distinct from', current))
    .execute();
  const row = await tx
    .selectFrom('viewpoints')
    .select('referenceId')
    .where('id', '=', viewpointId)
    .executeTakeFirst();
  return row?.referenceId ?? null;
};

export const saveAlignment = (tx: Tx, values: NewAlignment) =>
  tx
    .insertInto('registrations')
    .values({ viaId: null, matrix: null, reason: null, ...values })
    .onConflict((on) =>
      on.columns(['fileId', 'referenceId']).doUpdateSet({
        viaId: values.viaId ?? null,
        matrix: values.matrix ?? null,
        reason: values.reason ?? null,
        parallax: values.parallax ?? 0,
        strength: values.strength ?? 0,
        createdAt: values.createdAt,
      }),
    )
    .execute();

/** Only alignments of photos at the same viewpoint. */
export const alignmentsTo = (tx: Tx, referenceId: string) =>
  tx
    .selectFrom('registrations')
    .innerJoin('files', 'files.id', 'registrations.fileId')
    .innerJoin('files as reference', (join) =>
      join
        .onRef('reference.id', '=', 'registrations.referenceId')
        .onRef('reference.viewpointId', '=', 'files.viewpointId'),
    )
    .selectAll('registrations')
    .where('registrations.referenceId', '=', referenceId)
    .execute();

/** Only direct alignments, not those via a third photo. */
export const alignmentsAmong = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('registrations')
    .selectAll()
    .where('fileId', 'in', ids)
    .where('referenceId', 'in', ids)
    .where('viaId', 'is', null)
    .execute();

/** Photos not yet aligned to their viewpoint's reference, latest first. */
export const listUnaligned = async (tx: Tx) =>
  (
    await placedPhotos(tx)
      .where((eb) => eb(sql`viewpoints.reference_id`, 'is distinct from', eb.ref('files.id')))
      // A photo without pictures can't become the reference, so don't queue it if there is no reference.
      .where(sql<boolean>`(cardinality(files.presets) > 0 or viewpoints.reference_id is not null)`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('registrations')
              .select(sql`1`.as('one'))
              .whereRef('registrations.fileId', '=', 'files.id')
              .whereRef('registrations.referenceId', '=', 'viewpoints.referenceId'),
          ),
        ),
      )
      .clearSelect()
      .select('files.id')
      .orderBy('files.capturedAt', 'desc')
      .limit(1000)
      .execute()
  ).map(({ id }) => id);

export const findAlignment = (tx: Tx, fileId: string, referenceId: string) =>
  tx
    .selectFrom('registrations')
    .selectAll()
    .where('fileId', '=', fileId)
    .where('referenceId', '=', referenceId)
    .executeTakeFirst();

export const findPose = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .where('id', '=', id)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .select(['id', 'fileName', 'submissionId', 'isPlaceConfirmed', 'latitude', 'longitude'])
    .select(['relativeAltitude', 'gimbalYaw', 'gimbalPitch'])
    .select(['lens', 'focalLength', 'equivalentFocalLength'])
    .$narrowType<{ latitude: NotNull; longitude: NotNull }>()
    .executeTakeFirst();

export const updatePlace = (
  tx: Tx,
  id: string,
  place: { viewpointId?: string; isViewpointPending: boolean },
) =>
  tx
    .updateTable('files')
    .set({ ...place, updatedAt: new Date() })
    .where('id', '=', id)
    .execute();

/** Additional poses of a project's viewpoints, from photos that staff assigned. */
export const listLearnedPoses = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('viewpointPoses')
    .innerJoin('viewpoints', 'viewpoints.id', 'viewpointPoses.viewpointId')
    .where('viewpoints.projectId', '=', projectId)
    .select(['viewpoints.id', 'viewpoints.name', 'viewpoints.isHidden'])
    .select(['viewpointPoses.latitude', 'viewpointPoses.longitude'])
    .select(['viewpointPoses.relativeAltitude', 'viewpointPoses.gimbalYaw'])
    .select(['viewpointPoses.gimbalPitch', 'viewpointPoses.lens'])
    .select(['viewpointPoses.focalLength', 'viewpointPoses.equivalentFocalLength'])
    .execute();

export const insertFoundViewpoint = (tx: Tx, values: Insertable<DB['viewpoints']>) =>
  tx.insertInto('viewpoints').values(values).returning('id').executeTakeFirstOrThrow();

/** Photos in never-published submissions whose viewpoint was created only for them. */
export const listStrays = (tx: Tx, ids: readonly string[]) =>
  asOwner(
    tx,
    tx
      .selectFrom('files')
      .innerJoin('submissions', 'submissions.id', 'files.submissionId')
      .innerJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
      .where('files.id', 'in', ids)
      .where('submissions.firstPublishedAt', 'is', null)
      .where('viewpoints.isTended', '=', false)
      .where(
        sql<boolean>`not exists (select from files as other
          where other.viewpoint_id = viewpoints.id and other.id <> all (${ids}::uuid[]))`,
      )
      .where(
        sql<boolean>`not exists (select from viewpoint_poses as pose
          where pose.viewpoint_id = viewpoints.id)`,
      )
      .select(['files.id', 'files.projectId', 'files.viewpointId']),
  );

export const markViewpointPending = (tx: Tx, ids: readonly string[]) =>
  tx.updateTable('files').set({ isViewpointPending: true }).where('id', 'in', ids).execute();

/** Removes all alignments from and to these files, and stops using them as references. */
export async function forgetAlignment(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('viewpoints')
    .set({ referenceId: null, isReferenceChosen: false })
    .where('referenceId', 'in', ids)
    .execute();
  await sql`delete from registrations
    where (file_id = any (${ids}::uuid[])) <> (reference_id = any (${ids}::uuid[]))
      and (file_id = any (${ids}::uuid[]) or reference_id = any (${ids}::uuid[]))`.execute(tx);
}
