import { AppError } from '#domain/errors.ts';
import type { ProjectViewpoint, ViewpointHistory } from '#domain/viewpoint-history.ts';
import { isGeneratedName } from '#domain/viewpoint-names.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentPhoto, presentViewpoint } from './present.ts';
import {
  findViewpoint,
  isProjectVisible,
  listCovers,
  listPhotos,
  listSummaries,
  listViewpoints,
  type PhotoRow,
} from './queries.ts';

/** Staff also get empty viewpoints that someone has named. Throws PROJECT_NOT_FOUND. */
export const viewpointsOf = (
  ctx: Context,
  viewer: Viewer,
  { projectId }: { projectId: string },
): Promise<ProjectViewpoint[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    return summariesIn(ctx, tx, projectId);
  });

export async function summariesIn(
  { signer }: Pick<Context, 'signer'>,
  tx: Tx,
  projectId: string,
): Promise<ProjectViewpoint[]> {
  const rows = await listViewpoints(tx, projectId);
  const summaries = new Map(
    (await listSummaries(tx, projectId)).map((row) => [row.viewpointId, row]),
  );
  const coverIds = [...summaries.values()].map(({ coverId }) => coverId);
  const covers = new Map(
    (coverIds.length === 0 ? [] : await listCovers(tx, coverIds)).map((row) => [row.id, row]),
  );
  const viewer = viewerOf(tx);
  return rows
    .filter(
      ({ id, name }) => summaries.has(id) || (viewer.kind === 'staff' && !isGeneratedName(name)),
    )
    .map((row) => {
      const summary = summaries.get(row.id);
      const cover = covers.get(summary?.coverId ?? '');
      return presentViewpoint(signer, viewer, { row, summary, cover });
    });
}

/** Only staff can see an empty viewpoint. Throws VIEWPOINT_NOT_FOUND. */
export const viewpointFor = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<ViewpointHistory> =>
  ctx.db.as(viewer, async (tx) => {
    const history = await historyIn(ctx, tx, id);
    if (viewer.kind !== 'staff' && history.photos.length === 0)
      throw new AppError('VIEWPOINT_NOT_FOUND');
    return history;
  });

export async function historyIn(
  { signer }: Pick<Context, 'signer'>,
  tx: Tx,
  id: string,
): Promise<ViewpointHistory> {
  const row = await findViewpoint(tx, id);
  if (!row) throw new AppError('VIEWPOINT_NOT_FOUND');
  const viewer = viewerOf(tx);
  const photos = (await listPhotos(tx, id)).filter(isInSubmission);
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    isHidden: row.isHidden,
    // Don't reveal the id of a photo in a draft to clients.
    referenceId: photos.some(({ id: seen }) => seen === row.referenceId) ? row.referenceId : null,
    isReferenceChosen: row.isReferenceChosen,
    photos: photos.map((photo) => presentPhoto(signer, viewer, photo)),
  };
}

const isInSubmission = (row: PhotoRow): row is PhotoRow & { submissionId: string } =>
  row.submissionId !== null;
