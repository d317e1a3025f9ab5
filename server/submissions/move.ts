import { AppError } from '#domain/errors.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { assertWithinQuota } from '#server/projects/companies/service.ts';
import { countIncoming } from '#server/drive/transfers/service.ts';
import { lockProject, moveAllToProject, sumForMove } from '#server/files/service.ts';
import { audienceOf } from '#server/projects/service.ts';
import { countActiveUploads } from '#server/files/uploads/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { assertPlaced } from './elsewhere/elsewhere.ts';
import { matchAgain } from './visits/service.ts';
import { updateSubmission } from './queries.ts';
import { byId, lockedSubmission, recordEvent } from './service.ts';

type To = { projectId: string; filesElsewhere: readonly string[] };

/**
 * Disables share links to only this submission. Throws PROJECT_NOT_FOUND, QUOTA_REACHED, SUBMISSION_BUSY while files
 * are uploaded or processed, FILES_IN_PROJECT if the project already has some of them, or FILES_ELSEWHERE if it's
 * published.
 */
export async function moveSubmission(
  ctx: Context,
  viewer: Viewer,
  { id, ...to }: { id: string } & To,
): Promise<StaffSubmission> {
  try {
    return await ctx.db.as(viewer, (tx) => moveIn(ctx, tx, id, to));
  } catch (error) {
    if (brokenConstraint(error) === 'files_project_sha256_key') {
      throw new AppError('FILES_IN_PROJECT', undefined, { cause: error });
    }
    throw error;
  }
}

async function moveIn(ctx: Context, tx: Tx, id: string, { projectId, filesElsewhere }: To) {
  // Lock the project before the submission, as file processing does, to avoid deadlocks.
  if (!(await lockProject(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
  const locked = await lockedSubmission(tx, id);
  const before = await byId(ctx, tx, id);
  if (locked.projectId === projectId) return before;
  const coming = (await countActiveUploads(ctx, tx, id)) + (await countIncoming(tx, id));
  if (before.processingCount + coming > 0) {
    throw new AppError(
      'SUBMISSION_BUSY',
      'Some files are still uploading or processing. Try again when they are ready.',
    );
  }
  const bytes = await sumForMove(tx, id, projectId);
  if (bytes > 0) await assertWithinQuota(tx, { projectId }, bytes, 'these files');
  const audience = await audienceOf(tx, locked.projectId);
  await updateSubmission(tx, id, { projectId });
  const to = { submissionId: id, projectId };
  await matchAgain(ctx, tx, id);
  await moveAllToProject(ctx, tx, { from: locked.projectId, to });
  if (locked.status === 'published') await assertPlaced(ctx, tx, id, filesElsewhere);
  const { projectName } = await byId(ctx, tx, id);
  const detail = { project: { from: before.projectName, to: projectName } };
  const moved = await recordEvent(ctx, tx, { type: 'submission.moved', id, detail });
  if (locked.status === 'published')
    await ctx.record(tx, { type: 'submission.moved-while-published', ...locked, audience });
  return moved;
}
