import { AppError } from '#domain/errors.ts';
import { lockProject } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findViewpoint, lockPhotos, insertPoses } from './history/queries.ts';
import { alignPhoto } from './jobs.ts';

type LockedViewpoint = NonNullable<Awaited<ReturnType<typeof findViewpoint>>>;
type LockedPhoto = Awaited<ReturnType<typeof lockPhotos>>[number];

/**
 * Locks the project, so that only one transaction at a time moves photos between viewpoints. Throws
 * VIEWPOINT_NOT_FOUND.
 */
export async function lockViewpoint(tx: Tx, id: string): Promise<LockedViewpoint> {
  const found = await findViewpoint(tx, id);
  if (!found || !(await lockProject(tx, found.projectId)))
    throw new AppError('VIEWPOINT_NOT_FOUND');
  // Read again, because it may have been merged while we waited for the lock.
  const viewpoint = await findViewpoint(tx, id);
  if (!viewpoint) throw new AppError('VIEWPOINT_NOT_FOUND');
  return viewpoint;
}

/** Queues photos to be aligned to the reference of their current viewpoint. */
export async function queueAlignment(
  ctx: Context,
  tx: Tx,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) await ctx.queue.enqueue(tx, alignPhoto, { fileId });
}

/** Throws PHOTO_OF_NO_VIEWPOINT if a file isn't a photo in one of the project's submissions. */
export async function lockPhotosOf(tx: Tx, projectId: string, fileIds: readonly string[]) {
  const photos = await lockPhotos(tx, projectId, fileIds);
  if (photos.length !== new Set(fileIds).size) throw new AppError('PHOTO_OF_NO_VIEWPOINT');
  return photos;
}

type Pose = {
  latitude: number;
  longitude: number;
} & Pick<LockedPhoto, 'relativeAltitude' | 'gimbalYaw' | 'gimbalPitch'> &
  Facts;
type Facts = Pick<LockedPhoto, 'lens' | 'focalLength' | 'equivalentFocalLength'>;

export const lensOf = ({ lens, focalLength, equivalentFocalLength }: Facts): Facts => ({
  lens,
  focalLength,
  equivalentFocalLength,
});

export function poseOf(photo: LockedPhoto): Pose[] {
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = photo;
  if (latitude === null || longitude === null) return [];
  return [{ latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, ...lensOf(photo) }];
}

/** Afterwards, photos from these poses match the viewpoint. */
export async function learnPoses(
  tx: Tx,
  viewpointId: string,
  poses: readonly Pose[],
): Promise<void> {
  if (poses.length > 0)
    await insertPoses(
      tx,
      poses.map((pose) => ({ viewpointId, ...pose })),
    );
}

/** Throws VIEWPOINT_NAME_TAKEN. */
export async function withUniqueName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error) === 'viewpoints_name_key')
      throw new AppError('VIEWPOINT_NAME_TAKEN');
    throw error;
  }
}
