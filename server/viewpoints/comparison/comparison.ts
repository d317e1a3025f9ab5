import type {
  ComparedPhoto,
  ComparedView,
  Since,
  SubmissionComparison,
} from '#domain/submission-comparison.ts';
import { AppError } from '#domain/errors.ts';
import { groupBy } from '#domain/group-by.ts';
import { bestPair } from '#domain/aligned-pair.ts';
import { turnBetween } from '#domain/viewpoints.ts';
import { alignmentOf } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { isProjectVisible } from '../history/queries.ts';
import { presentPicture } from '../history/present.ts';
import {
  findNewestSubmission,
  findPublishedSubmission,
  listComparedPhotos,
  listViews,
  type ComparedRow,
  type ViewRow,
} from './queries.ts';

type ComparisonRequest = { projectId: string; submissionId?: string | undefined; since: Since };
type Signing = Pick<Context, 'signer'>;

/**
 * Compares the newest submission by default. `firstId` is the viewpoint to show first. Throws PROJECT_NOT_FOUND or
 * SUBMISSION_NOT_FOUND.
 */
export const compareSubmission = (
  ctx: Context,
  viewer: Viewer,
  asked: ComparisonRequest,
): Promise<SubmissionComparison> => ctx.db.as(viewer, (tx) => comparisonIn(ctx, tx, asked));

export async function comparisonIn(
  ctx: Signing,
  tx: Tx,
  { projectId, submissionId, since }: ComparisonRequest,
): Promise<SubmissionComparison> {
  if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
  const week = submissionId
    ? await findPublishedSubmission(tx, submissionId)
    : await findNewestSubmission(tx, { 'submissions.projectId': projectId });
  if (submissionId && week?.projectId !== projectId) throw new AppError('SUBMISSION_NOT_FOUND');
  const rows = week ? await listViews(tx, [week.id], since) : [];
  const views = await viewsOf(ctx, tx, rows);
  const inOrder = rows.toSorted((a, b) => a.place - b.place);
  return {
    views: inOrder.flatMap(({ afterId }) => views.find(({ after }) => after.id === afterId) ?? []),
    firstId: (bestOf(views) ?? views[0])?.viewpoint.id ?? null,
  };
}

/** The best before/after pair of each submission, by its id. The transaction's viewer can see both photos. */
export async function bestViewsIn(
  ctx: Signing,
  tx: Tx,
  submissionIds: readonly string[],
): Promise<Map<string, ComparedView>> {
  if (submissionIds.length === 0) return new Map();
  const rows = (await listViews(tx, submissionIds, 'last')).filter(({ beforeId }) => beforeId);
  const byWeek = groupBy(await viewsOf(ctx, tx, rows), ({ after }) => after.submissionId);
  return new Map(
    [...byWeek].flatMap(([id, views]) => {
      const best = bestOf(views);
      return best ? [[id, best]] : [];
    }),
  );
}

/**
 * The newest published photo of a viewpoint and the one before it. Null if there are no two that the transaction's
 * viewer can see.
 */
export async function latestPairOf(ctx: Signing, tx: Tx, viewpointId: string) {
  const week = await findNewestSubmission(tx, { 'viewpoints.id': viewpointId });
  if (!week?.firstPublishedAt) return null;
  const rows = await listViews(tx, [week.id], 'last');
  const [view] = await viewsOf(
    ctx,
    tx,
    rows.filter((row) => row.viewpointId === viewpointId),
  );
  if (!view?.before) return null;
  return { before: view.before, after: view.after, firstPublishedAt: week.firstPublishedAt };
}

const bestOf = (views: readonly ComparedView[]) =>
  bestPair(
    views.filter(({ before }) => before !== null),
    ({ turn }) => turn,
  );

async function viewsOf(ctx: Signing, tx: Tx, rows: readonly ViewRow[]): Promise<ComparedView[]> {
  const ids = rows.flatMap(({ afterId, beforeId }) => [afterId, ...(beforeId ? [beforeId] : [])]);
  const photos = ids.length === 0 ? [] : await listComparedPhotos(tx, ids);
  const found = new Map(photos.map((photo) => [photo.id, photo]));
  return rows.flatMap(({ viewpointId, name, beforeId, afterId }) => {
    const before = beforeId === null ? undefined : found.get(beforeId);
    const after = found.get(afterId);
    if (!after) return [];
    const present = (row: ComparedRow): ComparedPhoto => ({
      ...presentPicture(ctx.signer, viewerOf(tx), row),
      id: row.id,
      viewpointId,
      submissionId: row.submissionId,
      submissionTitle: row.title,
      day: row.day,
      alignment: alignmentOf(row),
    });
    return [
      {
        viewpoint: { id: viewpointId, name },
        before: before ? present(before) : null,
        after: present(after),
        turn: before ? turnBetween(before, after) : 0,
      },
    ];
  });
}
