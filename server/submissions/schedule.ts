import { AppError } from '#domain/errors.ts';
import { may } from '#domain/roles.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { assertPlaced } from './elsewhere/elsewhere.ts';
import { listDueSchedules, lockSubmission, updateSubmission } from './queries.ts';
import { byId, lockedSubmission, withLockedSubmission, publishIn, recordEvent } from './service.ts';

const SYSTEM = { kind: 'system' } as const;

/** Throws INVALID_INPUT for a past time, SCHEDULE_NEEDS_DRAFT or FILES_ELSEWHERE. */
export const schedulePublication = (
  ctx: Context,
  viewer: Viewer,
  {
    id,
    publishAt: at,
    filesElsewhere,
  }: { id: string; publishAt: string; filesElsewhere: readonly string[] },
): Promise<StaffSubmission> =>
  ctx.db.as(viewer, async (tx) => {
    const publishAt = new Date(at);
    if (publishAt <= ctx.clock()) {
      throw new AppError('INVALID_INPUT', 'Choose a time in the future.');
    }
    const locked = await lockedSubmission(tx, id);
    if (locked.status !== 'draft') throw new AppError('SCHEDULE_NEEDS_DRAFT');
    await assertPlaced(ctx, tx, id, filesElsewhere);
    const scheduledBy = profileOf(viewer);
    await updateSubmission(tx, id, { publishAt, scheduledBy, scheduleError: null });
    const detail = { publishAt: publishAt.toISOString() };
    return recordEvent(ctx, tx, { type: 'submission.scheduled', id, detail });
  });

export const cancelSchedule = withLockedSubmission(async (ctx, tx, { id }) => {
  const { publishAt, scheduleError } = await byId(ctx, tx, id);
  if (publishAt === null && scheduleError === null) return byId(ctx, tx, id);
  await updateSubmission(tx, id, { publishAt: null, scheduledBy: null, scheduleError: null });
  return recordEvent(ctx, tx, { type: 'submission.schedule-canceled', id, detail: { publishAt } });
});

type Due = Awaited<ReturnType<typeof listDueSchedules>>[number];

/** Publishes due drafts with the rights of the person who scheduled them, or stores why that failed. */
export async function sweepSchedules(ctx: Context): Promise<void> {
  const due = await ctx.db.as(SYSTEM, (tx) => listDueSchedules(tx, ctx.clock()));
  for (const one of due) {
    try {
      await publishDue(ctx, one);
    } catch (error) {
      if (error instanceof AppError && error.status < 500)
        await recordRefusal(ctx, one, error.message);
      else ctx.log.error({ err: error, submissionId: one.id }, 'scheduled publication failed');
    }
  }
}

async function publishDue(ctx: Context, { id, personId, role, isActive }: Due): Promise<void> {
  if (personId === null || !isActive || role === null || !may(role, 'submissions.manage')) {
    throw new AppError('ACCESS_DENIED', 'The person who scheduled it can no longer publish.');
  }
  await ctx.db.as(viewerOfPerson(personId, role, null), async (tx) => {
    const locked = await lockSubmission(tx, id);
    // Another process may have published it, or someone may have rescheduled it.
    if (!locked?.publishAt || locked.publishAt > ctx.clock()) return;
    await publishIn(ctx, tx, locked);
  });
}

const recordRefusal = (
  ctx: Context,
  { id, personId, role, isActive }: Due,
  scheduleError: string,
) =>
  ctx.db.as(SYSTEM, async (tx) => {
    const locked = await lockSubmission(tx, id);
    if (!locked?.publishAt || locked.publishAt > ctx.clock()) return;
    await updateSubmission(tx, id, { publishAt: null, scheduledBy: null, scheduleError });
    const canStillPublish = isActive && role !== null && may(role, 'submissions.manage');
    const scheduledBy = canStillPublish ? personId : null;
    const detail = { reason: scheduleError };
    await recordEvent(ctx, tx, { type: 'submission.schedule-refused', id, detail, scheduledBy });
  });
