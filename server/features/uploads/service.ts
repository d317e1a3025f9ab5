import { AppError } from '#domain/errors.ts';
import type { Upload } from '#domain/uploads.ts';
import { filesWithHash } from '#server/features/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { cleanFileName } from './file-name.ts';
import { checkAnnounced } from './file-types.ts';
import { presentUpload } from './present.ts';
import {
  deleteUpload,
  findProjectOf,
  findUpload,
  insertUpload,
  listUnfinished,
  listUploads,
} from './queries.ts';

/** How long nothing may come of an upload, for instance while a line is down, that is waited for. */
const GOING_ON_MS = 5 * 60_000;

export type NewUpload = { id: string; submissionId: string; fileName: string; fileSize: number };

/**
 * Announces a file that is about to arrive. Rejects before any byte with FILE_EMPTY, FILE_TOO_LARGE,
 * FILE_TYPE_NOT_SUPPORTED, STORAGE_FULL or SUBMISSION_NOT_FOUND.
 */
export async function createUpload(ctx: Context, viewer: Viewer, upload: NewUpload): Promise<void> {
  checkAnnounced(upload.fileName, upload.fileSize);
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

/**
 * How many files are on their way to a submission, in a transaction that keeps new ones from
 * beginning. One that nobody has gone on with for five minutes is not counted: it may never end.
 */
export async function countUnderWay(ctx: Context, tx: Tx, submissionId: string): Promise<number> {
  const uploads = await listUnfinished(tx, submissionId);
  const isGoingOn = await Promise.all(
    uploads.map(async ({ id, state, updatedAt }) => {
      if (state === 'received') return true;
      const touched = Math.max(Number(updatedAt), Number(await ctx.uploads.touchedAt(id)));
      return ctx.clock().getTime() - touched < GOING_ON_MS;
    }),
  );
  return isGoingOn.filter(Boolean).length;
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
