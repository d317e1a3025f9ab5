import { AppError } from '#domain/errors.ts';
import type { SubmissionViewpoints } from '#domain/viewpoint-history.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { summariesIn } from './history.ts';
import { findSubmission, isBeingRead, listSightings } from './queries.ts';

/** So many weeks before are asked: what was not flown in all of them is not missed any more. */
const WEEKS_BEFORE = 3;

/**
 * Which viewpoints a week has left out that published weeks before it had, and which it is the first to have; both
 * empty while its photos are being read. Hidden ones do not count. SUBMISSION_NOT_FOUND.
 */
export const viewpointsOfSubmission = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<SubmissionViewpoints> =>
  ctx.db.as(viewer, async (tx) => {
    const week = await findSubmission(tx, submissionId);
    if (!week) throw new AppError('SUBMISSION_NOT_FOUND');
    const seen = (await isBeingRead(tx, submissionId)) ? [] : await listSightings(tx, week);
    // Nothing is missing from a week of videos, nor new in the first one.
    if (!seen.some(({ isHere }) => isHere) || !seen.some(({ wasBefore }) => wasBefore))
      return { missing: [], fresh: [] };
    const missing = seen.filter(
      ({ isHere, weeksAgo }) => !isHere && weeksAgo !== null && weeksAgo <= WEEKS_BEFORE,
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
