import type { EventOf } from '#domain/events.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { renumber } from './flight-order/flight-order.ts';
import { deleteEmpty, releaseReferences, clearViewpoint } from './history/queries.ts';
import { forgetAlignment, listStrays, markViewpointPending } from './queries.ts';

/** Deletes viewpoints that become empty unless staff have edited them. The caller has locked the project. */
export async function detachPhotos(
  ctx: Pick<Context, 'record'>,
  tx: Tx,
  { photos }: Pick<EventOf<'photos.set-aside'>, 'photos'>,
): Promise<void> {
  const placed = photos.filter(({ viewpointId }) => viewpointId !== null);
  const projectId = placed[0]?.projectId ?? null;
  if (projectId === null) return;
  await clearViewpoint(
    tx,
    placed.map(({ id }) => id),
  );
  await releaseReferences(tx, projectId);
  await deleteEmpty(tx, [...new Set(placed.flatMap(({ viewpointId }) => viewpointId ?? []))]);
  await renumber(ctx, tx, projectId);
  await ctx.record(tx, { type: 'viewpoints.changed', projectId });
}

/** Detaches photos taken elsewhere if their viewpoint was created only for them. The caller has locked the project. */
export async function detachStrays(
  ctx: Pick<Context, 'record'>,
  tx: Tx,
  { fileIds }: EventOf<'photos.found-elsewhere'>,
): Promise<void> {
  const photos = await listStrays(tx, fileIds);
  if (photos.length === 0) return;
  await detachPhotos(ctx, tx, { photos });
  await markViewpointPending(
    tx,
    photos.map(({ id }) => id),
  );
}

/** The caller has locked the project from which photos were moved. */
export async function cleanUpAfterMove(
  ctx: Pick<Context, 'record'>,
  tx: Tx,
  { fileIds, fromId, viewpointIds }: EventOf<'photos.moved'>,
): Promise<void> {
  await forgetAlignment(tx, fileIds);
  if (viewpointIds.length > 0) await deleteEmpty(tx, viewpointIds);
  await renumber(ctx, tx, fromId);
  await ctx.record(tx, { type: 'viewpoints.changed', projectId: fromId });
}
