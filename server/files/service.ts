import { assertChaptersFit, type Chapter } from '#domain/chapters.ts';
import { AppError } from '#domain/errors.ts';
import type { DeletionFacts } from '#domain/events.ts';
import type { FileCategory } from '#domain/stored-files.ts';
import type { FileKind, SharedFile, StaffFile, SubmissionFile } from '#domain/files.ts';
import { isSidecar } from '#domain/rasters.ts';
import { putInBin } from '#server/projects/bin/service.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { jobFor, placeWaitingPhotos, sortSets } from './jobs.ts';
import { presentFile, presentSharedFile, presentStaffFile } from './present.ts';
import {
  findFile,
  findFilesByHash,
  findFilesOfCompany,
  lockSubmission,
  insertFile,
  isSubmissionVisible,
  listArrivedIds,
  listFileIds,
  listFiles,
  numberFiles,
  replaceChapters,
  restartFile,
  updateFile,
} from './queries.ts';
import { restartPicturesOf, restartRaster } from './rasters/queries.ts';

export { alignmentColumn } from './columns/queries.ts';
export { coverOrder } from './for-clients/queries.ts';
export { findElsewhere, isTakenElsewhere, type FoundElsewhere } from './elsewhere/elsewhere.ts';
import { listWithWaiting } from './elsewhere/queries.ts';
export { confirmPlaces } from './elsewhere/queries.ts';
export { alignmentOf } from './present.ts';
export { inRunFolder } from './work-folder.ts';
export { readLenses } from './lenses/read-lenses.ts';
export { withoutDerived, withoutOriginal } from './without-derived.ts';
export { lockProject, isSubmissionVisible, proposeRecordedDate } from './queries.ts';
export {
  filesToMove,
  moveAllToProject,
  moveToProject,
  moveWithinProject,
} from './moving/moving.ts';
export { sumForMove } from './moving/queries.ts';

export const publishedFiles = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<SubmissionFile[]> =>
  ctx.db.as(viewer, async (tx) => {
    await assertVisible(tx, submissionId);
    const rows = await listFiles(tx, submissionId);
    return rows
      .filter((row) => row.state === 'ready' && row.isForClients)
      .map((row) => presentFile(ctx.signer, viewer, row));
  });

export async function sharedFilesIn(
  tx: Tx,
  signer: Signer,
  link: { id: string; allowDownload: boolean; showPositions: boolean },
  submissionId: string,
): Promise<SharedFile[]> {
  await assertVisible(tx, submissionId);
  return (await listFiles(tx, submissionId)).map((row) => presentSharedFile(signer, link, row));
}

export const staffFiles = (
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<StaffFile[]> => ctx.db.as(viewer, (tx) => staffFilesIn(tx, ctx.signer, submissionId));

export async function staffFilesIn(tx: Tx, signer: Signer, submissionId: string) {
  await assertVisible(tx, submissionId);
  const rows = await listFiles(tx, submissionId);
  return rows.map((row) => presentStaffFile(signer, viewerOf(tx), row));
}

export const renameFile = (
  ctx: Context,
  viewer: Viewer,
  { id, fileName }: { id: string; fileName: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const row = await updateFile(tx, id, { fileName });
    if (!row) throw new AppError('FILE_NOT_FOUND');
    await ctx.record(tx, { type: 'file.changed', file: row });
    return presentStaffFile(ctx.signer, viewer, row);
  });

/** If two people save at once, the last one wins. Throws FILE_NOT_FOUND and the errors of `assertChaptersFit`. */
export const setChapters = (
  ctx: Context,
  viewer: Viewer,
  { id, chapters }: { id: string; chapters: Chapter[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    // Lock the row, so that the lists of two people don't get mixed up.
    const row = await updateFile(tx, id, {});
    if (!row) throw new AppError('FILE_NOT_FOUND');
    assertChaptersFit(row, chapters);
    await replaceChapters(tx, id, chapters);
    const ordered = chapters.toSorted((a, b) => a.seconds - b.seconds);
    const detail = { chapters: ordered };
    await ctx.record(tx, { type: 'file.chapters-changed', id, detail, file: row });
    return presentStaffFile(ctx.signer, viewer, { ...row, chapters: ordered });
  });

/** Files that aren't listed follow in their previous order. Throws SUBMISSION_NOT_FOUND or FILE_NOT_FOUND. */
export const reorderFiles = (
  ctx: Context,
  viewer: Viewer,
  { submissionId, fileIds }: { submissionId: string; fileIds: string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await lockSubmission(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    const named = new Set(fileIds);
    const rows = await listFiles(tx, submissionId);
    const known = new Set(rows.map((row) => row.id));
    if (fileIds.some((id) => !known.has(id))) throw new AppError('FILE_NOT_FOUND');
    const rest = rows.filter((row) => !named.has(row.id)).map((row) => row.id);
    await numberFiles(tx, submissionId, [...named, ...rest]);
    const first = rows[0];
    if (first) await ctx.record(tx, { type: 'file.changed', file: first });
    return staffFilesIn(tx, ctx.signer, submissionId);
  });

/** Throws FILE_NOT_FOUND. */
export const retryFile = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const row = await restartFile(tx, id);
    if (!row) {
      const current = await findFile(tx, id);
      if (!current) throw new AppError('FILE_NOT_FOUND');
      return presentStaffFile(ctx.signer, viewer, current);
    }
    await ctx.queue.enqueue(tx, jobFor(row.kind), { fileId: id });
    await ctx.record(tx, { type: 'file.changed', file: row });
    return presentStaffFile(ctx.signer, viewer, row);
  });

/** The file's bytes are already in storage, under the key for its id. */
export type NewFile = {
  id: string;
  submissionId: string | null;
  projectId: string | null;
  companyId: string | null;
  category?: FileCategory | null;
  description?: string | null;
  recordedDate?: string | null;
  fileName: string;
  fileType: string;
  fileSize: number;
  kind: FileKind;
  sha256: string;
  crc32: number;
  isForClients?: boolean;
  createdBy: string | null;
  /** In degrees; set for text files. */
  latitude?: number;
  longitude?: number;
};

/** Duplicates violate `files_project_sha256_key`, or `files_company_sha256_key` for standalone files. */
export async function addFile(ctx: Pick<Context, 'queue' | 'record'>, tx: Tx, file: NewFile) {
  const isShown = file.kind === 'photo' || file.kind === 'video' || file.kind === 'raster';
  const state = isShown ? 'processing' : 'ready';
  const row = await insertFile(tx, { ...file, filePath: originalKey(file.id), state });
  if (isShown) await ctx.queue.enqueue(tx, jobFor(file.kind), { fileId: file.id });
  const { id, fileName, fileSize, sha256 } = file;
  if (isSidecar(fileName)) await reprocessPicturesOf(ctx, tx, file);
  const detail = { fileName, fileSize, sha256 };
  await ctx.record(tx, { type: 'file.added', id, detail, file: row });
}

/** Processes pictures again after their world file or projection file is added. */
async function reprocessPicturesOf(ctx: Pick<Context, 'queue' | 'record'>, tx: Tx, file: NewFile) {
  // Processing takes the same lock at its end and then checks for new sidecars.
  if (file.submissionId === null || !(await lockSubmission(tx, file.submissionId))) return;
  for (const picture of await restartPicturesOf(tx, file)) {
    await ctx.queue.enqueue(tx, jobFor(picture.kind), { fileId: picture.id });
    await ctx.record(tx, { type: 'file.changed', file: picture });
  }
}

/** Throws FILE_BUSY while the file is being processed. */
export async function reprocessRaster(ctx: Pick<Context, 'queue' | 'record'>, tx: Tx, id: string) {
  const row = await restartRaster(tx, id);
  if (!row) throw new AppError('FILE_BUSY');
  await ctx.queue.enqueue(tx, jobFor(row.kind), { fileId: id });
  await ctx.record(tx, { type: 'file.changed', file: row });
}

export const filesWithHash = (tx: Tx, projectId: string, sha256: readonly string[]) =>
  sha256.length === 0 ? Promise.resolve([]) : findFilesByHash(tx, projectId, sha256);

/** Returns no files if there is no company, because nothing can be a duplicate then. */
export const filesOfCompany = (tx: Tx, companyId: string | null, sha256: string) =>
  companyId === null ? Promise.resolve([]) : findFilesOfCompany(tx, companyId, sha256);

export const isFile = async (tx: Tx, id: string): Promise<boolean> =>
  (await findFile(tx, id)) !== undefined;

/** Throws FILE_NOT_FOUND. */
export const removeFile = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const row = await updateFile(tx, id, {});
    if (!row) throw new AppError('FILE_NOT_FOUND');
    await putInBin(ctx, tx, { kind: 'file', id });
    await queueSorting(ctx, tx, row);
    const { fileName, sha256 } = row;
    const detail = { fileName, sha256 };
    await ctx.record(tx, { type: 'file.put-in-bin', id, name: fileName, detail, file: row });
    return { id, binDays: ctx.config.binDays };
  });

export async function queueSorting(ctx: Pick<Context, 'queue'>, tx: Tx, { id }: { id: string }) {
  await ctx.queue.enqueue(tx, sortSets, { fileId: id });
}

export async function queueWaitingPhotos(ctx: Pick<Context, 'queue'>, tx: Tx): Promise<void> {
  if ((await listWithWaiting(tx)).length > 0) await ctx.queue.enqueue(tx, placeWaitingPhotos, {});
}

/**
 * Includes the bin. The caller locks the row `for update`, so that no files are added, and deletes the row afterwards.
 */
export async function removeBytesOf(ctx: Pick<Context, 'queue'>, tx: Tx, { thing }: DeletionFacts) {
  const files = await listFileIds(tx, thing);
  const fileIds = [...files, ...(await listArrivedIds(tx, thing))];
  await enqueueRemoval(ctx, tx, fileIds);
  return { files: files.length };
}

async function assertVisible(tx: Tx, submissionId: string) {
  if (!(await isSubmissionVisible(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
}
