import { parseDriveLink } from '#domain/drive-address.ts';
import { AppError } from '#domain/errors.ts';
import type { DriveSave } from '#domain/drive.ts';
import { isSubmissionVisible } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { cancelTransfer } from '../cancel.ts';
import { saveToDrive } from '../jobs.ts';
import { presentSave } from '../present.ts';
import {
  lockSubmission,
  insertFiles,
  insertTransfer,
  listTransfers,
  lockTransfer,
  retryFiles,
  updateTransfer,
} from '../queries.ts';
import { findSave, listUnsaved } from './queries.ts';

/**
 * Queues saving a published submission's originals to a new folder in the linked folder or in My Drive. If repeated,
 * saves missing files and retries failed ones. Throws SUBMISSION_NOT_FOUND, SUBMISSION_NOT_PUBLISHED, or for an invalid
 * link DRIVE_INVALID_LINK or DRIVE_FOLDER_NOT_FOUND.
 */
export async function startSave(
  ctx: Context,
  viewer: Viewer,
  { submissionId, folder }: { submissionId: string; folder: string | null },
): Promise<DriveSave> {
  const parentId = folder?.trim() ? await findLinkedFolder(ctx, folder) : null;
  return ctx.db.as(viewer, async (tx) => {
    const submission = await lockSubmission(tx, submissionId);
    if (!submission) throw new AppError('SUBMISSION_NOT_FOUND');
    const { title, status, projectId } = submission;
    if (status !== 'published') throw new AppError('SUBMISSION_NOT_PUBLISHED');
    const known = await findSave(tx, submissionId, parentId);
    const id = known?.id ?? (await insertSave(ctx, tx, { viewer, submissionId, parentId }));
    const files = await addMissing(tx, submissionId, id);
    if (known?.state !== 'waiting' && known?.state !== 'running') {
      const now = ctx.clock();
      await updateTransfer(tx, id, { state: 'waiting', problem: null, updatedAt: now });
      await ctx.queue.enqueue(tx, saveToDrive, { transferId: id });
    }
    const of = { id: submissionId, name: title, projectId, submissionId };
    await ctx.record(tx, { type: 'submission.drive-save-started', ...of, detail: { files } });
    return saveById(tx, id);
  });
}

async function findLinkedFolder({ drive }: Context, link: string): Promise<string> {
  const target = parseDriveLink(link);
  if (!target) throw new AppError('DRIVE_INVALID_LINK');
  const found = await drive.entry(target).catch((error: unknown) => {
    const isMissing = error instanceof AppError && error.code === 'DRIVE_FILE_NOT_FOUND';
    throw isMissing ? new AppError('DRIVE_FOLDER_NOT_FOUND') : error;
  });
  if (!found.isFolder) throw new AppError('DRIVE_FOLDER_NOT_FOUND');
  return found.id;
}

const insertSave = (
  ctx: Context,
  tx: Tx,
  of: { viewer: Viewer; submissionId: string; parentId: string | null },
) =>
  insertTransfer(tx, {
    submissionId: of.submissionId,
    direction: 'save',
    parentId: of.parentId,
    createdBy: profileOf(of.viewer),
    createdAt: ctx.clock(),
    updatedAt: ctx.clock(),
  });

async function addMissing(tx: Tx, submissionId: string, id: string): Promise<number> {
  const retried = await retryFiles(tx, id);
  const missing = await listUnsaved(tx, submissionId, id);
  const last = (await listTransfers(tx, { id }))[0]?.files.length ?? 0;
  const rows = missing.map(({ id: fileId, fileName: name, fileSize: sizeBytes }, index) => ({
    fileId,
    name,
    sizeBytes,
    position: last + index,
  }));
  await insertFiles(tx, id, rows);
  return retried + rows.length;
}

/** Files already in Drive stay there. Throws DRIVE_SAVE_NOT_FOUND. */
export const cancelSave = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<DriveSave> =>
  ctx.db.as(viewer, async (tx) => {
    const transfer = await lockTransfer(tx, id, 'save');
    if (!transfer) throw new AppError('DRIVE_SAVE_NOT_FOUND');
    await cancelTransfer(ctx, tx, transfer);
    return saveById(tx, id);
  });

export const savesOf = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<DriveSave[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isSubmissionVisible(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    return (await listTransfers(tx, { submissionId, direction: 'save' })).map(presentSave);
  });

async function saveById(tx: Tx, id: string): Promise<DriveSave> {
  const [row] = await listTransfers(tx, { id });
  if (!row) throw new AppError('DRIVE_SAVE_NOT_FOUND');
  return presentSave(row);
}
