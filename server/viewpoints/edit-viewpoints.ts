import { AppError } from '#domain/errors.ts';
import { nextViewpointName } from '#domain/viewpoint-names.ts';
import { lockProject } from '#server/files/service.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
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
import { summariesIn } from './history/history.ts';
import { moveAlignments } from './reference.ts';
import {
  countPhotos,
  deleteViewpoint,
  findViewpoint,
  setViewpoint,
  insertViewpoint,
  listPhotoIds,
  listViewpoints,
  moveAllPhotos,
  numberViewpoints,
  releaseReferences,
  updateViewpoint,
} from './history/queries.ts';

/** Throws VIEWPOINT_NOT_FOUND or VIEWPOINT_NAME_TAKEN. */
export const changeViewpoint = (
  ctx: Context,
  viewer: Viewer,
  { id, ...changes }: { id: string; name?: string | undefined; isHidden?: boolean | undefined },
) =>
  withUniqueName(() =>
    ctx.db.as(viewer, async (tx) => {
      const viewpoint = await lockViewpoint(tx, id);
      const different = changedFields(viewpoint, changes);
      if (!different) return { id };
      await updateViewpoint(tx, id, changes);
      const { projectId, name } = { ...viewpoint, ...named(changes) };
      await ctx.record(tx, { type: 'viewpoint.changed', id, name, detail: different, projectId });
      return { id };
    }),
  );

const named = ({ name }: { name?: string | undefined }) => (name === undefined ? {} : { name });

/** Unlisted viewpoints come last. Throws PROJECT_NOT_FOUND, or VIEWPOINTS_CHANGED if `ids` is out of date. */
export const orderViewpoints = (
  ctx: Context,
  viewer: Viewer,
  { projectId, ids }: { projectId: string; ids: string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await lockProject(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const wanted = new Set(ids);
    const known = (await listViewpoints(tx, projectId)).map(({ id }) => id);
    const listed = await summariesIn(ctx, tx, projectId);
    const isAll = listed.every(({ id }) => wanted.has(id)) && ids.every((id) => known.includes(id));
    if (!isAll || wanted.size !== ids.length) throw new AppError('VIEWPOINTS_CHANGED');
    await numberViewpoints(tx, projectId, ids);
    await ctx.record(tx, { type: 'viewpoints.changed', projectId });
    return { projectId };
  });

/** Moves photos and poses to the other viewpoint. Throws VIEWPOINT_NOT_FOUND or VIEWPOINT_MERGED_INTO_ITSELF. */
export const mergeViewpoint = (
  ctx: Context,
  viewer: Viewer,
  { id, intoId }: { id: string; intoId: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    if (id === intoId) throw new AppError('VIEWPOINT_MERGED_INTO_ITSELF');
    const from = await lockViewpoint(tx, id);
    const into = await findViewpoint(tx, intoId);
    if (into?.projectId !== from.projectId) throw new AppError('VIEWPOINT_NOT_FOUND');
    await queueAlignment(ctx, tx, await moveAllPhotos(tx, id, intoId));
    await deleteViewpoint(tx, id);
    await ctx.record(tx, { type: 'viewpoint.merged', ...from, detail: { into: into.name } });
    return { id: intoId };
  });

/** Throws VIEWPOINT_NOT_FOUND or VIEWPOINT_HAS_PHOTOS. */
export const removeViewpoint = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const viewpoint = await lockViewpoint(tx, id);
    if ((await countPhotos(tx, id)) > 0) throw new AppError('VIEWPOINT_HAS_PHOTOS');
    await deleteViewpoint(tx, id);
    await ctx.record(tx, { type: 'viewpoint.deleted', ...viewpoint });
    return { id };
  });

/**
 * The new viewpoint comes right after the old one. It gets the old one's pose if none of its photos has a position.
 * Throws VIEWPOINT_NOT_FOUND, VIEWPOINT_LEFT_EMPTY, PHOTO_OF_NO_VIEWPOINT or VIEWPOINT_NAME_TAKEN.
 */
export const splitViewpoint = (
  ctx: Context,
  viewer: Viewer,
  { id, fileIds, name }: { id: string; fileIds: string[]; name?: string | undefined },
) =>
  withUniqueName(() =>
    ctx.db.as(viewer, async (tx) => {
      const from = await lockViewpoint(tx, id);
      const photos = await lockPhotosOf(tx, from.projectId, fileIds);
      if (photos.some(({ viewpointId }) => viewpointId !== id))
        throw new AppError('PHOTO_OF_NO_VIEWPOINT');
      if ((await countPhotos(tx, id)) === photos.length) throw new AppError('VIEWPOINT_LEFT_EMPTY');
      const others = await listViewpoints(tx, from.projectId);
      const [first, ...more] = photos.flatMap(poseOf);
      const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = from;
      const place = { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch };
      const pose = first ?? { ...place, ...photos.map(lensOf)[0] };
      const names = others.map((other) => other.name);
      const called = name ?? nextViewpointName(names, pose);
      const made = await insertViewpoint(tx, { projectId: from.projectId, name: called, ...pose });
      await learnPoses(tx, made.id, more);
      await setViewpoint(tx, made.id, fileIds);
      await releaseReferences(tx, from.projectId);
      await queueAlignment(ctx, tx, fileIds);
      const order = others.flatMap((other) => (other.id === id ? [id, made.id] : [other.id]));
      await numberViewpoints(tx, from.projectId, order);
      const detail = { from: from.name, photos: photos.length };
      const { projectId } = from;
      await ctx.record(tx, { type: 'viewpoint.split', ...made, name: called, detail, projectId });
      return { id: made.id };
    }),
  );

/** The photo stays the reference until staff choose another. Throws VIEWPOINT_NOT_FOUND or PHOTO_OF_NO_VIEWPOINT. */
export const chooseReference = (
  ctx: Context,
  viewer: Viewer,
  { id, fileId }: { id: string; fileId: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const viewpoint = await lockViewpoint(tx, id);
    const [photo] = await lockPhotosOf(tx, viewpoint.projectId, [fileId]);
    if (photo?.viewpointId !== id) throw new AppError('PHOTO_OF_NO_VIEWPOINT');
    const { referenceId: before } = viewpoint;
    await updateViewpoint(tx, id, { referenceId: fileId, isReferenceChosen: true });
    if (before && before !== fileId) await moveAlignments(ctx, tx, before, fileId);
    else if (!before) await queueAlignment(ctx, tx, await listPhotoIds(tx, id));
    await ctx.record(tx, { type: 'viewpoint.reference-chosen', ...viewpoint, detail: { fileId } });
    return { id };
  });
