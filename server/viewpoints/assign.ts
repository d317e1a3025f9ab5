import { AppError } from '#domain/errors.ts';
import { nextViewpointName } from '#domain/viewpoint-names.ts';
import { isFarOff } from '#domain/viewpoints.ts';
import { lockProject } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  lockViewpoint,
  queueAlignment,
  learnPoses,
  lensOf,
  lockPhotosOf,
  poseOf,
  withUniqueName,
} from './viewpoint-changes.ts';
import {
  countPhotos,
  deleteViewpoint,
  forgetPoses,
  setViewpoint,
  insertViewpoint,
  listViewpoints,
  releaseReferences,
  clearViewpoint,
} from './history/queries.ts';

/** Also adds the photos' poses to the viewpoint. Throws VIEWPOINT_NOT_FOUND or PHOTO_OF_NO_VIEWPOINT. */
export const assignPhotos = (
  ctx: Context,
  viewer: Viewer,
  { id, fileIds }: { id: string; fileIds: string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    const viewpoint = await lockViewpoint(tx, id);
    const photos = await lockPhotosOf(tx, viewpoint.projectId, fileIds);
    const fresh = photos.filter(({ viewpointId }) => viewpointId !== id);
    if (fresh.length === 0) return { id };
    // A position that is too far off must be wrong, so its pose isn't added.
    const poses = fresh.flatMap(poseOf).filter((pose) => !isFarOff(pose, [viewpoint]));
    await learnPoses(tx, id, poses);
    const ids = fresh.map((photo) => photo.id);
    await setViewpoint(tx, id, ids);
    await releaseReferences(tx, viewpoint.projectId);
    await queueAlignment(ctx, tx, ids);
    const detail = { photos: ids.length };
    await ctx.record(tx, { type: 'viewpoint.photos-given', ...viewpoint, detail });
    return { id };
  });

/** Throws PROJECT_NOT_FOUND, PHOTO_OF_NO_VIEWPOINT or VIEWPOINT_NAME_TAKEN. */
export const createViewpoint = (
  ctx: Context,
  viewer: Viewer,
  input: { projectId: string; fileIds: string[]; name?: string | undefined },
) =>
  withUniqueName(() =>
    ctx.db.as(viewer, async (tx) => {
      const { projectId, fileIds } = input;
      if (!(await lockProject(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
      const photos = await lockPhotosOf(tx, projectId, fileIds);
      const others = await listViewpoints(tx, projectId);
      const [first, ...more] = photos.flatMap(poseOf);
      const facts = first ?? photos.map(lensOf)[0];
      const names = others.map((other) => other.name);
      const name = input.name ?? nextViewpointName(names, facts ?? {});
      const sortOrder = Math.max(0, ...others.map((other) => other.sortOrder)) + 1;
      const made = await insertViewpoint(tx, { projectId, name, sortOrder, ...facts });
      await learnPoses(tx, made.id, more);
      await setViewpoint(tx, made.id, fileIds);
      await releaseReferences(tx, projectId);
      await queueAlignment(ctx, tx, fileIds);
      const detail = { photos: photos.length };
      await ctx.record(tx, { type: 'viewpoint.made', ...made, name, detail, projectId });
      return made;
    }),
  );

/**
 * Also removes the photos' poses, and deletes the viewpoint if it's empty. Throws VIEWPOINT_NOT_FOUND or
 * PHOTO_OF_NO_VIEWPOINT.
 */
export const releasePhotos = (
  ctx: Context,
  viewer: Viewer,
  { id, fileIds }: { id: string; fileIds: string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    const viewpoint = await lockViewpoint(tx, id);
    const photos = await lockPhotosOf(tx, viewpoint.projectId, fileIds);
    if (photos.some(({ viewpointId }) => viewpointId !== id))
      throw new AppError('PHOTO_OF_NO_VIEWPOINT');
    await clearViewpoint(tx, fileIds);
    await forgetPoses(tx, id, fileIds);
    await releaseReferences(tx, viewpoint.projectId);
    if ((await countPhotos(tx, id)) === 0) await deleteViewpoint(tx, id);
    const detail = { photos: photos.length };
    await ctx.record(tx, { type: 'viewpoint.photos-taken', ...viewpoint, detail });
    return { id };
  });
