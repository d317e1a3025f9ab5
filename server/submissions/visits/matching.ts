import { dueText } from '#domain/visit-texts.ts';
import { AppError } from '#domain/errors.ts';
import type { EventOf } from '#domain/events.ts';
import { matchingVisit, type Visit } from '#domain/visits.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentVisit } from './present.ts';
import {
  clearSubmission,
  findSubmissionDay,
  findVisitOf,
  isDateProposed,
  listMatchable,
  lockVisit,
  updateVisit,
} from './queries.ts';

const DAY_MS = 86_400_000;

type Answer = { visit: Visit | null };

/** Throws SUBMISSION_NOT_FOUND. */
export const visitOfSubmission = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<Answer> => ctx.db.as(viewer, (tx) => answerFor(ctx, tx, submissionId));

async function answerFor(ctx: Context, tx: Tx, submissionId: string): Promise<Answer> {
  if (!(await findSubmissionDay(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
  const row = await findVisitOf(tx, submissionId);
  return { visit: row ? presentVisit(row, ctx.clock()) : null };
}

/** Throws SUBMISSION_NOT_FOUND, VISIT_NOT_FOUND, or VISIT_FLOWN if the visit has another submission. */
export const matchVisit = (
  ctx: Context,
  viewer: Viewer,
  { submissionId, visitId }: { submissionId: string; visitId: string | null },
): Promise<Answer> =>
  ctx.db.as(viewer, async (tx) => {
    await setVisit(ctx, tx, submissionId, visitId);
    return answerFor(ctx, tx, submissionId);
  });

/** Throws like `matchVisit`. */
export async function setVisit(ctx: Context, tx: Tx, submissionId: string, visitId: string | null) {
  const submission = await findSubmissionDay(tx, submissionId);
  if (!submission) throw new AppError('SUBMISSION_NOT_FOUND');
  const visit = visitId === null ? undefined : await lockVisit(tx, visitId);
  if (visitId !== null && visit?.projectId !== submission.projectId)
    throw new AppError('VISIT_NOT_FOUND');
  if (visit?.submissionId === submissionId) return;
  if (visit?.isFlown) throw new AppError('VISIT_FLOWN');
  const [cleared] = await clearSubmission(tx, submissionId, ctx.clock());
  if (visit) {
    const flown = { status: 'planned', submissionId, updatedAt: ctx.clock() } as const;
    await updateVisit(tx, visit.id, flown);
    const { id, projectId, projectName, timeZone, dueAt } = visit;
    const name = `${projectName}: ${dueText(dueAt, timeZone, ctx.clock())}`;
    await ctx.record(tx, { type: 'visit.matched', id, name, projectId });
  } else if (cleared) await ctx.record(tx, { type: 'visits.planned', ...cleared });
}

/** Finds the visit of a submission with a recorded date. Does nothing if it has one already. */
export async function findMatch(ctx: Context, tx: Tx, submissionId: string): Promise<void> {
  const submission = await findSubmissionDay(tx, submissionId);
  if (!submission?.recordedDate || (await findVisitOf(tx, submissionId))) return;
  const { projectId, recordedDate, timeZone } = submission;
  const visits = await listMatchable(tx, projectId, ...daysAround(recordedDate));
  const visit = matchingVisit(visits, recordedDate, timeZone);
  if (visit && (await lockVisit(tx, visit.id))?.isFlown === false)
    await setVisit(ctx, tx, submissionId, visit.id);
}

const daysAround = (day: string) =>
  [new Date(Date.parse(day) - 5 * DAY_MS), new Date(Date.parse(day) + 5 * DAY_MS)] as const;

/** The date of a draft made by hand is known once its first photo was read. */
export async function matchDatedDraft(ctx: Context, tx: Tx, { file }: EventOf<'file.ready'>) {
  if (file.submissionId !== null && (await isDateProposed(tx, file.submissionId)))
    await findMatch(ctx, tx, file.submissionId);
}

/** After a submission moved to another project. */
export async function matchAgain(ctx: Context, tx: Tx, submissionId: string): Promise<void> {
  await setVisit(ctx, tx, submissionId, null);
  await findMatch(ctx, tx, submissionId);
}
