import { AppError } from '#domain/errors.ts';
import type { ViewpointPose } from '#domain/missions/points.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { isProjectVisible } from '../history/queries.ts';
import { listPoses } from './queries.ts';

/** Viewpoints without photos are left out. Throws PROJECT_NOT_FOUND. */
export const posesOf = (
  ctx: Context,
  viewer: Viewer,
  { projectId }: { projectId: string },
): Promise<ViewpointPose[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const rows = await listPoses(tx, projectId);
    return rows.map(({ photoType, ...row }) => ({ ...row, isPanorama: photoType === 'panorama' }));
  });
