import { AppError } from '#domain/errors.ts';
import type { StaffFile } from '#domain/files.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentStaffFile } from '../present.ts';
import { lockSubmission, listFiles, type FileRow } from '../queries.ts';
import { staffFilesIn } from '../service.ts';
import { chooseCover, updateForClients } from './queries.ts';

/** Takes effect immediately, even for existing URLs. Throws FILE_NOT_FOUND, and then changes no file. */
export const setForClients = (
  ctx: Context,
  viewer: Viewer,
  { fileIds, isForClients }: { fileIds: string[]; isForClients: boolean },
): Promise<StaffFile[]> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await updateForClients(tx, fileIds, isForClients);
    if (rows.length < new Set(fileIds).size) throw new AppError('FILE_NOT_FOUND');
    const type = isForClients ? 'file.shown-to-clients' : 'file.kept-from-clients';
    for (const { id, fileName: name } of rows) await ctx.record(tx, { type, id, name });
    const oneEach = new Map(rows.map((row) => [row.submissionId ?? row.id, row]));
    for (const row of oneEach.values()) await announceAccess(ctx, tx, row);
    return rows.map((row) => presentStaffFile(ctx.signer, viewer, row));
  });

/**
 * The event says `isForClients` even for hidden files, so that clients' open pages also refresh when a file is hidden.
 */
const announceAccess = (ctx: Context, tx: Tx, row: FileRow) =>
  ctx.record(tx, { type: 'file.changed', file: { ...row, isForClients: true } });

/** Null lets the product choose. Throws SUBMISSION_NOT_FOUND, FILE_NOT_FOUND, FILE_BUSY or NO_PICTURE. */
export const setCover = (
  ctx: Context,
  viewer: Viewer,
  { submissionId, fileId }: { submissionId: string; fileId: string | null },
): Promise<StaffFile[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await lockSubmission(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    const rows = await listFiles(tx, submissionId);
    if (fileId !== null) assertPicture(rows.find(({ id }) => id === fileId));
    await chooseCover(tx, submissionId, { fileId, now: ctx.clock() });
    await ctx.record(tx, { type: 'submission.cover-chosen', id: submissionId, detail: { fileId } });
    const first = rows[0];
    if (first) await announceAccess(ctx, tx, first);
    return staffFilesIn(tx, ctx.signer, submissionId);
  });

function assertPicture(file: FileRow | undefined) {
  if (!file) throw new AppError('FILE_NOT_FOUND');
  if (file.state === 'processing') throw new AppError('FILE_BUSY');
  if (file.state !== 'ready' || file.thumbhash === null) throw new AppError('NO_PICTURE');
}
