import { AppError } from '#domain/errors.ts';
import type { Upload } from '#domain/uploads.ts';
import { filesWithHash } from '#server/features/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { bytesHere, lastPart } from '#server/platform/storage/upload-parts.ts';
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
import { cutOff, interrupt } from './writers.ts';

/** How long nothing may come of an upload, for instance while a line is down, that is waited for. */
const GOING_ON_MS = 5 * 60_000;

export type NewUpload = {
  id: string;
  submissionId: string;
  fileName: string;
  fileSize: number;
  /** What the sender knows of its bytes: others are not taken. */
  sha256?: string | undefined;
};

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

/**
 * How far an upload is, for somebody who is to go on with it: who writes to it is cut off. What is not
 * waited for any more is complete. UPLOAD_NOT_FOUND.
 */
export async function uploadProgress(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<{ size: number; offset: number; isFinished: boolean }> {
  const row = await ctx.db.as(viewer, (tx) => findUpload(tx, id));
  if (!row) throw new AppError('UPLOAD_NOT_FOUND');
  const { state, fileSize: size, writer } = row;
  if (state !== 'receiving') return { size, offset: size, isFinished: state !== 'received' };
  const offset =
    writer === null
      ? await bytesHere(ctx.uploads, row)
      : await ctx.db.as(viewer, (tx) => interrupt(ctx, tx, id));
  return { size, offset, isFinished: false };
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
        row.state === 'receiving' ? await bytesHere(ctx.uploads, row) : row.fileSize,
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
    uploads.map(async (upload) => {
      if (upload.state === 'received') return true;
      const written = await ctx.uploads.touchedAt(lastPart(upload).name);
      const touched = Math.max(Number(upload.updatedAt), Number(written));
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
    if (row.writer !== null) await cutOff(tx, id);
    // A process that was killed may have moved the bytes into storage already.
    if (row.state === 'received') {
      await ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
    }
  });
  await ctx.uploads.remove(id);
  return { id };
}
