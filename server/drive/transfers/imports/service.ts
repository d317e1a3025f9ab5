import { AppError } from '#domain/errors.ts';
import type { DriveImport, DriveImportInput } from '#domain/drive.ts';
import { isSubmissionVisible } from '#server/files/service.ts';
import { discardUpload } from '#server/files/uploads/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { cancelTransfer } from '../cancel.ts';
import { importFromDrive } from '../jobs.ts';
import { presentImport } from '../present.ts';
import {
  lockSubmission,
  insertFiles,
  insertTransfer,
  listTransfers,
  lockTransfer,
  retryFiles,
  updateTransfer,
} from '../queries.ts';

/** Queues an import. Throws SUBMISSION_NOT_FOUND. */
export const startImport = (
  ctx: Context,
  viewer: Viewer,
  input: DriveImportInput,
): Promise<DriveImport> => ctx.db.as(viewer, (tx) => startImportIn(ctx, tx, viewer, input));

async function startImportIn(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { submissionId, source, subfolders, files }: DriveImportInput,
): Promise<DriveImport> {
  const submission = await lockSubmission(tx, submissionId);
  if (!submission) throw new AppError('SUBMISSION_NOT_FOUND');
  const { projectId, title } = submission;
  const id = await insertTransfer(tx, {
    submissionId,
    direction: 'import',
    folderId: source?.id ?? null,
    folderName: source?.name ?? null,
    folderUrl: source?.url ?? null,
    withSubfolders: subfolders,
    createdBy: profileOf(viewer),
    createdAt: ctx.clock(),
    updatedAt: ctx.clock(),
  });
  const once = new Map(files.map((file) => [file.driveFileId, file]));
  const rows = [...once.values()].map(({ driveFileId, name, resourceKey = null }, position) => ({
    driveFileId,
    name,
    resourceKey,
    position,
  }));
  await insertFiles(tx, id, rows);
  await ctx.queue.enqueue(tx, importFromDrive, { transferId: id });
  const detail = { files: once.size, from: source?.name ?? null };
  const of = { id: submissionId, name: title, projectId, submissionId };
  await ctx.record(tx, { type: 'submission.drive-import-started', ...of, detail });
  return importById(tx, id);
}

export const importsOf = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<DriveImport[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isSubmissionVisible(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    return (await listTransfers(tx, { submissionId, direction: 'import' })).map(presentImport);
  });

/** Imported files stay. Does nothing if the import has ended. Throws DRIVE_IMPORT_NOT_FOUND. */
export async function cancelImport(
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<DriveImport> {
  const { cancelled, begun } = await ctx.db.as(viewer, async (tx) => {
    const uploads = await cancelTransfer(ctx, tx, await lockImport(tx, id));
    return { cancelled: await importById(tx, id), begun: uploads };
  });
  for (const uploadId of begun) {
    // The worker may have just finished or discarded the upload.
    await discardUpload(ctx, viewer, { id: uploadId }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'UPLOAD_NOT_FOUND')) throw error;
    });
  }
  return cancelled;
}

/** Requeues one or all failed or canceled files, and resumes a stopped import. Throws DRIVE_IMPORT_NOT_FOUND. */
export const retryImport = (
  ctx: Context,
  viewer: Viewer,
  { id, fileId }: { id: string; fileId?: string },
): Promise<DriveImport> =>
  ctx.db.as(viewer, async (tx) => {
    const transfer = await lockImport(tx, id);
    const retried = await retryFiles(tx, id, fileId);
    const isIdle = transfer.state !== 'waiting' && transfer.state !== 'running';
    if (isIdle && (retried > 0 || transfer.state === 'stopped')) {
      await updateTransfer(tx, id, { state: 'waiting', problem: null, updatedAt: ctx.clock() });
      await ctx.queue.enqueue(tx, importFromDrive, { transferId: id });
    }
    await ctx.record(tx, { type: 'drive-transfers.changed', ...transfer });
    return importById(tx, id);
  });

async function lockImport(tx: Tx, id: string) {
  const transfer = await lockTransfer(tx, id, 'import');
  if (!transfer) throw new AppError('DRIVE_IMPORT_NOT_FOUND');
  return transfer;
}

async function importById(tx: Tx, id: string): Promise<DriveImport> {
  const [row] = await listTransfers(tx, { id });
  if (!row) throw new AppError('DRIVE_IMPORT_NOT_FOUND');
  return presentImport(row);
}
