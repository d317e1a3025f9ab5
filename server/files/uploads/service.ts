import type { Readable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import type { StandaloneInput } from '#domain/stored-files.ts';
import type { Upload } from '#domain/uploads.ts';
import { dayIn } from '#domain/weeks.ts';
import { assertWithinQuota } from '#server/projects/companies/service.ts';
import { filesWithHash } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { receivedBytes, lastPart } from '#server/platform/storage/upload-parts.ts';
import { cleanFileName } from './file-name.ts';
import { checkAnnounced } from './file-types.ts';
import { presentUpload } from './present.ts';
import {
  findProjectOf,
  findUpload,
  lockProjectOf,
  insertUpload,
  listArriving,
  listUploads,
  type UploadRow,
} from './queries.ts';
import { interrupt, writersOf, type Place } from './writers.ts';

export { discardUpload } from './discard.ts';
export { finishUpload } from './finish.ts';

/** Uploads without progress for this long don't count as active. */
const MAX_IDLE_MS = 5 * 60_000;

export type NewUpload = {
  id: string;
  home: { submissionId: string } | StandaloneInput;
  fileName: string;
  fileSize: number;
  /** If set, different bytes are refused. */
  sha256?: string | undefined;
  md5?: string | undefined;
};

/** `createdBy` defaults to the viewer; `within` runs in the same transaction. */
export type UploadOptions = { createdBy?: string | null; within?: (tx: Tx) => Promise<unknown> };

/**
 * Throws FILE_EMPTY, FILE_TOO_LARGE, FILE_TYPE_NOT_SUPPORTED, STORAGE_FULL, QUOTA_REACHED, SUBMISSION_NOT_FOUND,
 * COMPANY_NOT_FOUND or INVALID_INPUT.
 */
export async function createUpload(
  ctx: Context,
  viewer: Viewer,
  upload: NewUpload,
  { createdBy = profileOf(viewer), within }: UploadOptions = {},
): Promise<void> {
  checkAnnounced(upload.fileName, upload.fileSize);
  await ctx.uploads.assertSpace(upload.fileSize);
  const { home, ...rest } = upload;
  const fileName = cleanFileName(upload.fileName);
  if ('category' in home) assertRecorded(ctx, home);
  try {
    await ctx.db.as(viewer, async (tx) => {
      await assertWithinQuota(tx, await lockHome(tx, home), upload.fileSize);
      await insertUpload(tx, { ...rest, ...home, fileName, createdBy });
      await within?.(tx);
    });
  } catch (error) {
    if (brokenConstraint(error) === 'uploads_company_id_fkey')
      throw new AppError('COMPANY_NOT_FOUND');
    throw error;
  }
}

/** Locks the submission, so that nobody can move it to another company. */
async function lockHome(tx: Tx, home: NewUpload['home']) {
  if (!('submissionId' in home)) return home;
  const project = await lockProjectOf(tx, home.submissionId);
  if (!project) throw new AppError('SUBMISSION_NOT_FOUND');
  return project;
}

/** The time zone where days begin first. Allows today's date anywhere, because standalone files have no location. */
const FIRST_ZONE = 'Pacific/Kiritimati';

function assertRecorded({ clock }: Context, { recordedDate }: StandaloneInput) {
  if (recordedDate === null || recordedDate <= dayIn(clock(), FIRST_ZONE)) return;
  throw new AppError('INVALID_INPUT', 'The recording date cannot be in the future.');
}

/** Stops the current writer and returns the offset at which to resume. Throws UPLOAD_NOT_FOUND. */
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
      ? await receivedBytes(ctx.uploads, row)
      : await ctx.db.as(viewer, (tx) => interrupt(ctx, tx, id));
  return { size, offset, isFinished: false };
}

/**
 * Returns the new offset. If `source` breaks off, keeps the received bytes. Throws UPLOAD_TAKEN_OVER or STORAGE_FULL.
 */
export async function addBytes(
  ctx: Context,
  viewer: Viewer,
  place: Place,
  source: Readable,
): Promise<number> {
  return (await writersOf(ctx).write(viewer, place, source)).offset;
}

export const uploadOutcome = (tx: Tx, id: string) => findUpload(tx, id);

export async function uploadsOf(
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<Upload[]> {
  const rows = await ctx.db.as(viewer, async (tx) => {
    if (!(await findProjectOf(tx, submissionId))) throw new AppError('SUBMISSION_NOT_FOUND');
    return listUploads(tx, submissionId);
  });
  return withProgress(ctx, rows);
}

export const standaloneUploads = async (ctx: Context, viewer: Viewer): Promise<Upload[]> =>
  withProgress(ctx, await ctx.db.as(viewer, (tx) => listUploads(tx, null)));

function withProgress(ctx: Context, rows: readonly UploadRow[]): Promise<Upload[]> {
  return Promise.all(
    rows.map(async (row) =>
      presentUpload(
        row,
        row.state === 'receiving' ? await receivedBytes(ctx.uploads, row) : row.fileSize,
      ),
    ),
  );
}

/** Ignores uploads idle for five minutes, which may never finish. The caller's transaction must block new uploads. */
export async function countActiveUploads(
  ctx: Context,
  tx: Tx,
  submissionId: string,
): Promise<number> {
  const uploads = await listArriving(tx, submissionId);
  const areActive = await Promise.all(
    uploads.map(async (upload) => {
      if (upload.state === 'received') return true;
      const written = await ctx.uploads.lastReceivedAt(lastPart(upload).name);
      const touched = Math.max(Number(upload.updatedAt), Number(written));
      return ctx.clock().getTime() - touched < MAX_IDLE_MS;
    }),
  );
  return areActive.filter(Boolean).length;
}

export const knownFiles = (
  ctx: Context,
  viewer: Viewer,
  { submissionId, sha256 }: { submissionId: string; sha256: readonly string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    const submission = await findProjectOf(tx, submissionId);
    if (!submission) throw new AppError('SUBMISSION_NOT_FOUND');
    return filesWithHash(tx, submission.projectId, sha256);
  });
