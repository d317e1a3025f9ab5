import { AppError } from '#domain/errors.ts';
import { takeoffElevations, type ViewpointPose } from '#domain/missions/points.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { isProjectVisible } from '../history/queries.ts';
import { listFlightPhotos, listPoses } from './queries.ts';

/** Viewpoints without photos are left out. Throws PROJECT_NOT_FOUND. */
export const posesOf = (
  ctx: Context,
  viewer: Viewer,
  { projectId }: { projectId: string },
): Promise<ViewpointPose[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const rows = await listPoses(tx, projectId);
    const ids = rows.map(({ id }) => id);
    const elevations = takeoffElevations(ids.length > 0 ? await listFlightPhotos(tx, ids) : []);
    return rows.map(({ id, photoType, ...row }) => ({
      ...row,
      isPanorama: photoType === 'panorama',
      takeoffElevation: elevations.get(id) ?? null,
    }));
  });
