import type { EventOf } from '#domain/events.ts';
import { isLensKnown, lensName } from '#domain/lens.ts';
import { nextViewpointName } from '#domain/viewpoint-names.ts';
import { matchViewpoint } from '#domain/viewpoints.ts';
import { isTakenElsewhere } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { numberByFlight } from './flight-order/flight-order.ts';
import { listViewpoints } from './history/queries.ts';
import { alignPhoto } from './jobs.ts';
import { writeViewpointLens } from './lenses/queries.ts';
import { findPose, insertFoundViewpoint, listLearnedPoses, updatePlace } from './queries.ts';
import { lensOf } from './viewpoint-changes.ts';

type Arrived = EventOf<'photo.located'>;
type Photo = NonNullable<Awaited<ReturnType<typeof findPose>>>;
type Found = { viewpointId?: string; isViewpointPending: boolean; isNew?: boolean };

/** Also numbers new viewpoints in flight order and queues the alignment. The caller has locked the project. */
export async function placeByPosition(
  ctx: Pick<Context, 'queue' | 'record'>,
  tx: Tx,
  arrived: Arrived,
): Promise<void> {
  const { fileId, projectId } = arrived;
  const photo = await findPose(tx, fileId);
  if (photo) {
    const { isNew = false, ...place } = await viewpointFor(tx, photo, arrived);
    await updatePlace(tx, fileId, place);
    if (place.viewpointId) await numberByFlight(ctx, tx, { fileId, projectId, isNew });
  }
  // This job also places photos without a position, by image matching.
  await ctx.queue.enqueue(tx, alignPhoto, { fileId });
}

/** For a photo taken elsewhere, creates a viewpoint only if its place is confirmed. */
async function viewpointFor(
  tx: Tx,
  photo: Photo,
  { projectId, isElsewhere }: Arrived,
): Promise<Found> {
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = photo;
  const facts = lensOf(photo);
  const pose = { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, ...facts };
  const known = await listViewpoints(tx, projectId);
  const match = matchViewpoint(pose, [...known, ...(await listLearnedPoses(tx, projectId))]);
  if (match) {
    const { lens: before } = known.find((viewpoint) => viewpoint.id === match.id) ?? match;
    // The viewpoint takes the lens of its first photo with a known lens, unless that's a zoom, possibly a mistake.
    if (before === 'unknown' && !isLensKnown(match) && isLensKnown(facts) && !lensName(facts))
      await writeViewpointLens(tx, match.id, facts);
    return { viewpointId: match.id, isViewpointPending: false };
  }
  if (!photo.isPlaceConfirmed && (isElsewhere ?? (await isTakenElsewhere(tx, photo, pose))))
    return { isViewpointPending: true };
  const names = known.map((viewpoint) => viewpoint.name);
  const name = nextViewpointName(names, pose);
  const values = { projectId, name, sortOrder: (known.at(-1)?.sortOrder ?? 0) + 1, ...pose };
  const { id: viewpointId } = await insertFoundViewpoint(tx, values);
  return { viewpointId, isViewpointPending: false, isNew: true };
}
