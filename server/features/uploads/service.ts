import { AppError } from '#domain/errors.ts';
import { MAX_UPLOAD_BYTES, type Upload } from '#domain/uploads.ts';
import { filesWithHash } from '#server/features/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { cleanFileName } from './file-name.ts';
import { presentUpload } from './present.ts';
import { deleteUpload, findProjectOf, findUpload, insertUpload, listUploads } from './queries.ts';

export type NewUpload = { id: string; submissionId: string; fileName: string; fileSize: number };

/**
 * Announces a file that is about to arrive. Rejects before any byte with FILE_EMPTY,
 * FILE_TOO_LARGE, STORAGE_FULL or SUBMISSION_NOT_FOUND.
 */
export async function createUpload(ctx: Context, viewer: Viewer, upload: NewUpload): Promise<void> {
  if (upload.fileSize === 0) throw new AppError('FILE_EMPTY');
  if (upload.fileSize > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
  await ctx.uploads.assertRoom(upload.fileSize);
  const fileName = cleanFileName(upload.fileName);
  try {
    await ctx.db.as(viewer, (tx) =>
      insertUpload(tx, { ...upload, fileName, createdBy: profileOf(viewer) }),
    );
  } catch (error) {
    if (brokenConstraint(error) === 'uploads_submission_id_fkey') {
      throw new AppError('SUBMISSION_NOT_FOUND');
    }
    throw error;
  }
}

/** How far an upload is. What is not waited for any more is complete. UPLOAD_NOT_FOUND. */
export async function uploadProgress(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<{ size: number; offset: number; isFinished: boolean }> {
  const row = await ctx.db.as(viewer, (tx) => findUpload(tx, id));
  if (!row) throw new AppError('UPLOAD_NOT_FOUND');
  await ctx.uploads.quiet(id);
  const isFinished = row.state !== 'receiving' && row.state !== 'received';
  const offset = row.state === 'receiving' ? await ctx.uploads.received(id) : row.fileSize;
  return { size: row.fileSize, offset, isFinished };
}

export async function uploadsOf(
  ctx: Context,
  viewer: Viewer,
  submissionId: string,
): Promise<Upload[]> {
  const rows = await ctx.db.as(viewer, async (tx) => {
    if (!(await findProjectOf(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    return listUploads(tx, submissionId);
  });
  return Promise.all(
    rows.map(async (row) =>
      presentUpload(
        row,
        row.state === 'receiving' ? await ctx.uploads.received(row.id) : row.fileSize,
      ),
    ),
  );
}

/** Which of these hashes the submission's project already has a file of. */
export const knownFiles = (
  ctx: Context,
  viewer: Viewer,
  submissionId: string,
  sha256: readonly string[],
) =>
  ctx.db.as(viewer, async (tx) => {
    const submission = await findProjectOf(tx, submissionId);
    if (!submission) throw new AppError('SUBMISSION_NOT_FOUND');
    return filesWithHash(tx, submission.projectId, sha256);
  });

/** Cancels an upload with its bytes; one that has become a file is only taken off the list. */
export async function discardUpload(ctx: Context, viewer: Viewer, id: string) {
  await ctx.db.as(viewer, async (tx) => {
    const row = await deleteUpload(tx, id);
    if (!row) throw new AppError('UPLOAD_NOT_FOUND');
    // A process that was killed may have moved the bytes into storage already.
    if (row.state === 'received') {
      await ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
    }
  });
  await ctx.uploads.remove(id);
  return { id };
}
