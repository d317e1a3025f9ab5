import { sql, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Lens, LensFacts } from '#domain/lens.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type ViewpointToSplit = NonNullable<Awaited<ReturnType<typeof findToSplit>>>;
export type PhotoToSplit = Awaited<ReturnType<typeof listPhotosToSplit>>[number];

/** Viewpoints without a lens, if the lenses of all their photos are known, except of failed photos. */
const selectMixed = (tx: Tx) =>
  tx
    .selectFrom('viewpoints')
    .where('viewpoints.lens', 'is', null)
    .where(
      sql<boolean>`not exists (select from files where files.viewpoint_id = viewpoints.id
        and files.kind = 'photo' and files.state <> 'failed' and files.lens is null)`,
    );

export const listWithoutLens = (tx: Tx, limit: number) =>
  asOwner(tx, selectMixed(tx).select(['id', 'projectId']).limit(limit));

/** `hasLearnedPoses` is true if staff have assigned photos from other poses. */
export const findToSplit = async (tx: Tx, id: string) =>
  (
    await asOwner(
      tx,
      selectMixed(tx)
        .where('viewpoints.id', '=', id)
        .selectAll()
        .select(
          sql<boolean>`exists (select from viewpoint_poses
            where viewpoint_poses.viewpoint_id = viewpoints.id)`.as('hasLearnedPoses'),
        ),
    )
  )[0];

export const listPhotosToSplit = (tx: Tx, viewpointId: string) =>
  asOwner(
    tx,
    tx
      .selectFrom('files')
      .where('viewpointId', '=', viewpointId)
      .where('kind', '=', 'photo')
      .where('lens', 'is not', null)
      .select(['id', 'latitude', 'lens', 'focalLength', 'equivalentFocalLength'])
      .select(['gimbalYaw', 'gimbalPitch'])
      .orderBy('capturedAt')
      .orderBy('id')
      .$narrowType<{ lens: Lens }>(),
  );

export const setLens = (tx: Tx, id: string, facts: LensFacts) =>
  tx.updateTable('viewpoints').set(facts).where('id', '=', id).execute();

export async function insertAfter(
  tx: Tx,
  from: ViewpointToSplit,
  values: LensFacts & { name: string },
) {
  const { projectId, sortOrder, isHidden, isTended } = from;
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = from;
  await sql`update viewpoints set sort_order = sort_order + 1
    where project_id = ${projectId} and sort_order > ${sortOrder}`.execute(tx);
  const place = { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch };
  const common = { projectId, sortOrder: sortOrder + 1, isHidden, isTended };
  return tx
    .insertInto('viewpoints')
    .values({ ...common, ...place, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export const moveAsOwner = (tx: Tx, viewpointId: string, ids: readonly string[]) =>
  asOwner(
    tx,
    tx.updateTable('files').set({ viewpointId, updatedAt: new Date() }).where('id', 'in', ids),
  );

export const writeViewpointLens = (
  tx: Tx,
  id: string,
  facts: Pick<Updateable<DB['viewpoints']>, 'lens' | 'focalLength' | 'equivalentFocalLength'>,
) => tx.updateTable('viewpoints').set(facts).where('id', '=', id).execute();
