import { AppError } from '#domain/errors.ts';
import { nextViewpointName } from '#domain/viewpoint-names.ts';
import { isFarOff } from '#domain/viewpoints.ts';
import { holdProject } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  held,
  layAnew,
  learn,
  lensOf,
  photosOf,
  poseOf,
  withFreeName,
} from './viewpoint-changes.ts';
import {
  countPhotos,
  deleteViewpoint,
  forgetPoses,
  givePhotos,
  insertViewpoint,
  listViewpoints,
  releaseReferences,
  takePhotos,
} from './history/queries.ts';

/** The viewpoint learns the photos' poses. VIEWPOINT_NOT_FOUND, PHOTO_OF_NO_VIEWPOINT. */
export const assignPhotos = (
  ctx: Context,
  viewer: Viewer,
  { id, fileIds }: { id: string; fileIds: string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    const viewpoint = await held(tx, id);
    const photos = await photosOf(tx, viewpoint.projectId, fileIds);
    const fresh = photos.filter(({ viewpointId }) => viewpointId !== id);
    if (fresh.length === 0) return { id };
    // Positions too far off must be wrong, so the viewpoint doesn't learn them.
    const poses = fresh.flatMap(poseOf).filter((pose) => !isFarOff(pose, [viewpoint]));
    await learn(tx, id, poses);
    const ids = fresh.map((photo) => photo.id);
    await givePhotos(tx, id, ids);
    await releaseReferences(tx, viewpoint.projectId);
    await layAnew(ctx, tx, ids);
    const detail = { photos: ids.length };
    await ctx.record(tx, { type: 'viewpoint.photos-given', ...viewpoint, detail });
    return { id };
  });

/** Without a pose, later photos match by picture. PROJECT_NOT_FOUND, PHOTO_OF_NO_VIEWPOINT, VIEWPOINT_NAME_TAKEN. */
export const createViewpoint = (
  ctx: Context,
  viewer: Viewer,
  input: { projectId: string; fileIds: string[]; name?: string | undefined },
) =>
  withFreeName(() =>
    ctx.db.as(viewer, async (tx) => {
      const { projectId, fileIds } = input;
      if (!(await holdProject(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
      const photos = await photosOf(tx, projectId, fileIds);
      const others = await listViewpoints(tx, projectId);
      const [first, ...more] = photos.flatMap(poseOf);
      const facts = first ?? photos.map(lensOf)[0];
      const names = others.map((other) => other.name);
      const name = input.name ?? nextViewpointName(names, facts ?? {});
      const sortOrder = Math.max(0, ...others.map((other) => other.sortOrder)) + 1;
      const made = await insertViewpoint(tx, { projectId, name, sortOrder, ...facts });
      await learn(tx, made.id, more);
      await givePhotos(tx, made.id, fileIds);
      await releaseReferences(tx, projectId);
      await layAnew(ctx, tx, fileIds);
      const detail = { photos: photos.length };
      await ctx.record(tx, { type: 'viewpoint.made', ...made, name, detail, projectId });
      return made;
    }),
  );

/** Forgets the photos' poses; deletes an empty viewpoint. VIEWPOINT_NOT_FOUND, PHOTO_OF_NO_VIEWPOINT. */
export const releasePhotos = (
  ctx: Context,
  viewer: Viewer,
  { id, fileIds }: { id: string; fileIds: string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    const viewpoint = await held(tx, id);
    const photos = await photosOf(tx, viewpoint.projectId, fileIds);
    if (photos.some(({ viewpointId }) => viewpointId !== id))
      throw new AppError('PHOTO_OF_NO_VIEWPOINT');
    await takePhotos(tx, fileIds);
    await forgetPoses(tx, id, fileIds);
    await releaseReferences(tx, viewpoint.projectId);
    if ((await countPhotos(tx, id)) === 0) await deleteViewpoint(tx, id);
    const detail = { photos: photos.length };
    await ctx.record(tx, { type: 'viewpoint.photos-taken', ...viewpoint, detail });
    return { id };
  });
