import { AppError } from '#domain/errors.ts';
import { holdProject } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findViewpoint, holdPhotos, insertPoses } from './history/queries.ts';
import { registerPhoto } from './jobs.ts';

type Held = NonNullable<Awaited<ReturnType<typeof findViewpoint>>>;
type HeldPhoto = Awaited<ReturnType<typeof holdPhotos>>[number];

/** Locks the project, so that photos change viewpoints in one transaction at a time. VIEWPOINT_NOT_FOUND. */
export async function held(tx: Tx, id: string): Promise<Held> {
  const found = await findViewpoint(tx, id);
  if (!found || !(await holdProject(tx, found.projectId)))
    throw new AppError('VIEWPOINT_NOT_FOUND');
  // It may have been merged while waiting for the lock.
  const viewpoint = await findViewpoint(tx, id);
  if (!viewpoint) throw new AppError('VIEWPOINT_NOT_FOUND');
  return viewpoint;
}

/** Queues photos to be aligned to the reference of their current viewpoint. */
export async function layAnew(ctx: Context, tx: Tx, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await ctx.queue.enqueue(tx, registerPhoto, { fileId });
}

/** Locks the photos. PHOTO_OF_NO_VIEWPOINT if one isn't a photo of the project's submissions. */
export async function photosOf(tx: Tx, projectId: string, fileIds: readonly string[]) {
  const photos = await holdPhotos(tx, projectId, fileIds);
  if (photos.length !== new Set(fileIds).size) throw new AppError('PHOTO_OF_NO_VIEWPOINT');
  return photos;
}

type Pose = {
  latitude: number;
  longitude: number;
} & Pick<HeldPhoto, 'relativeAltitude' | 'gimbalYaw' | 'gimbalPitch'> &
  Facts;
type Facts = Pick<HeldPhoto, 'lens' | 'focalLength' | 'equivalentFocalLength'>;

export const lensOf = ({ lens, focalLength, equivalentFocalLength }: Facts): Facts => ({
  lens,
  focalLength,
  equivalentFocalLength,
});

export function poseOf(photo: HeldPhoto): Pose[] {
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = photo;
  if (latitude === null || longitude === null) return [];
  return [{ latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, ...lensOf(photo) }];
}

/** Later photos from these poses match the viewpoint. */
export async function learn(tx: Tx, viewpointId: string, poses: readonly Pose[]): Promise<void> {
  if (poses.length > 0)
    await insertPoses(
      tx,
      poses.map((pose) => ({ viewpointId, ...pose })),
    );
}

/** VIEWPOINT_NAME_TAKEN. */
export async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error) === 'viewpoints_name_key')
      throw new AppError('VIEWPOINT_NAME_TAKEN');
    throw error;
  }
}
