import { audienceOf } from '#server/projects/service.ts';
import { updateSubmission } from './queries.ts';
import { assertComplete, byId, onLocked, recorded } from './service.ts';

/** Puts a submission away: clients do not see it, and it is no draft that waits. */
export const archiveSubmission = onLocked(async (ctx, tx, { id, status, projectId }) => {
  if (status === 'archived') return byId(ctx, tx, id);
  const unscheduled = { publishAt: null, scheduledBy: null, scheduleError: null };
  await updateSubmission(tx, id, { status: 'archived', ...unscheduled });
  const audience = status === 'published' ? await audienceOf(tx, projectId) : undefined;
  return recorded(ctx, tx, { type: 'submission.archived', id, detail: { from: status }, audience });
});

/**
 * Takes a submission back from the archive as what it was: its publication, which nobody is told of a
 * second time, or a draft. SUBMISSION_EMPTY and SUBMISSION_BUSY as in publishing.
 */
export const restoreSubmission = onLocked(async (ctx, tx, { id, status: before }) => {
  const current = await byId(ctx, tx, id);
  if (before !== 'archived') return current;
  const status = current.publishedAt === null ? 'draft' : 'published';
  if (status === 'published') await assertComplete(ctx, tx, current);
  await updateSubmission(tx, id, { status });
  return recorded(ctx, tx, { type: 'submission.restored', id, detail: { to: status } });
});
