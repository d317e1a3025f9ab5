import { AppError } from '#domain/errors.ts';
import type { SubmissionViewpoints } from '#domain/viewpoint-history.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { summariesIn } from './history.ts';
import { findSubmission, isBeingProcessed, listSightings } from './queries.ts';

/** Viewpoints in none of the previous three submissions aren't reported as missing. */
const SUBMISSIONS_BEFORE = 3;

/**
 * Lists missing and new viewpoints compared with earlier submissions; none while processing. Throws
 * SUBMISSION_NOT_FOUND.
 */
export const viewpointsOfSubmission = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<SubmissionViewpoints> =>
  ctx.db.as(viewer, async (tx) => {
    const week = await findSubmission(tx, submissionId);
    if (!week) throw new AppError('SUBMISSION_NOT_FOUND');
    const seen = (await isBeingProcessed(tx, submissionId)) ? [] : await listSightings(tx, week);
    // If a submission has only videos, nothing is missing; if it's the first, nothing is new.
    if (!seen.some(({ isHere }) => isHere) || !seen.some(({ wasBefore }) => wasBefore))
      return { missing: [], fresh: [] };
    const missing = seen.filter(
      ({ isHere, weeksAgo }) => !isHere && weeksAgo !== null && weeksAgo <= SUBMISSIONS_BEFORE,
    );
    const fresh = seen.filter(({ isHere, wasBefore }) => isHere && !wasBefore);
    const wanted = (rows: typeof seen) => new Set(rows.map(({ viewpointId }) => viewpointId));
    const [missed, met] = [wanted(missing), wanted(fresh)];
    const all = await summariesIn(ctx, tx, week.projectId);
    return {
      missing: all.filter(({ id }) => missed.has(id)),
      fresh: all.filter(({ id }) => met.has(id)),
    };
  });
