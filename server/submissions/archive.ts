import { audienceOf } from '#server/projects/service.ts';
import { updateSubmission } from './queries.ts';
import { assertComplete, byId, withLockedSubmission, recordEvent } from './service.ts';

export const archiveSubmission = withLockedSubmission(
  async (ctx, tx, { id, status, projectId }) => {
    if (status === 'archived') return byId(ctx, tx, id);
    const unscheduled = { publishAt: null, scheduledBy: null, scheduleError: null };
    await updateSubmission(tx, id, { status: 'archived', ...unscheduled });
    const audience = status === 'published' ? await audienceOf(tx, projectId) : undefined;
    return recordEvent(ctx, tx, {
      type: 'submission.archived',
      id,
      detail: { from: status },
      audience,
    });
  },
);

/**
 * Restores it as published (without notifying anyone again) or as a draft. Throws SUBMISSION_EMPTY or SUBMISSION_BUSY.
 */
export const restoreSubmission = withLockedSubmission(async (ctx, tx, { id, status: before }) => {
  const current = await byId(ctx, tx, id);
  if (before !== 'archived') return current;
  const status = current.publishedAt === null ? 'draft' : 'published';
  if (status === 'published') await assertComplete(ctx, tx, current);
  await updateSubmission(tx, id, { status });
  return recordEvent(ctx, tx, { type: 'submission.restored', id, detail: { to: status } });
});
