import { AppError, isFileFault, type ErrorCode } from '#domain/errors.ts';
import type { Place } from '#domain/card-visits.ts';
import { addFile, filesOfCompany, filesWithHash, isFile } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { hashFile, md5OfFile, type Digest } from '#server/platform/storage/hash.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { receivedBytes, withWholeFile } from '#server/platform/storage/upload-parts.ts';
import { discardUpload } from './discard.ts';
import { examineFile, type AcceptedFile } from './file-types.ts';
import { lockUpload, updateUpload, type LockedUpload } from './queries.ts';
import { open } from 'node:fs/promises';
import type { FileKind } from '#domain/files.ts';
import { textPlace } from '#domain/text-place.ts';

/** More than 1,000 entries of a flight log, because a drone may fly for seconds before it has a position. */
const FIRST_BYTES = 256 * 1024;

async function readTextPlace(
  path: string,
  fileName: string,
  kind: FileKind,
): Promise<Place | null> {
  if (kind !== 'document' && kind !== 'other') return null;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return textPlace(fileName, buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

type Bytes = { path: string; digest: Digest; isStored: boolean };
type Examined = AcceptedFile & Bytes & { place: Place | null };

/** A project can't contain the same bytes twice, nor can a company's standalone files. */
const UNIQUE_HASH_KEYS = new Set(['files_project_sha256_key', 'files_company_sha256_key']);

const finishing = new Map<string, Promise<void>>();

/**
 * Can be repeated, even in several processes at once, because bytes are stored before their row. Throws UPLOAD_DIFFERS.
 */
export async function finishUpload(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const inProgress = finishing.get(id);
  if (inProgress) return inProgress;
  const work = finish(ctx, viewer, id).finally(() => finishing.delete(id));
  finishing.set(id, work);
  return work;
}

async function finish(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const upload = await ctx.db.as(viewer, (tx) => markReceived(ctx, tx, id));
  if (!upload) return;
  const received = await receivedBytes(ctx.uploads, upload);
  if (received === upload.fileSize) {
    return withWholeFile(ctx.uploads, upload, (path, digest) =>
      settleBytes(ctx, viewer, upload, { path, digest, isStored: false }),
    );
  }
  // Another process may have been killed after moving the bytes into storage. Otherwise, they're on another machine.
  if ((await ctx.storage.size(originalKey(id))) !== upload.fileSize) return;
  await ctx.storage.withLocalFile(originalKey(id), async (path) =>
    settleBytes(ctx, viewer, upload, { path, digest: await hashFile(path), isStored: true }),
  );
}

async function markReceived(ctx: Context, tx: Tx, id: string): Promise<LockedUpload | null> {
  const upload = await lockUpload(tx, id);
  if (upload?.state === 'received') return upload;
  if (upload?.state !== 'receiving') return null;
  if ((await receivedBytes(ctx.uploads, upload)) !== upload.fileSize) return null;
  await updateUpload(tx, id, { state: 'received', writer: null });
  return upload;
}

async function settleBytes(ctx: Context, viewer: Viewer, upload: LockedUpload, bytes: Bytes) {
  const { id, fileName, fileSize } = upload;
  if (await isDifferent(upload, bytes)) {
    ctx.log.warn({ uploadId: id, received: bytes.digest.sha256 }, 'upload does not match its hash');
    await discardUpload(ctx, viewer, { id });
    throw new AppError('UPLOAD_DIFFERS');
  }
  try {
    const taken = await examineFile(ctx.decoder, bytes.path, fileName, fileSize);
    const place = await readTextPlace(bytes.path, fileName, taken.kind);
    await store(ctx, viewer, upload, { ...bytes, ...taken, place });
  } catch (error) {
    if (!isFileFault(error)) throw error;
    await endUpload(ctx, viewer, id, {
      state: 'refused',
      errorCode: error.code,
      errorMessage: error.message,
    });
  }
}

async function isDifferent(
  { sha256, md5 }: LockedUpload,
  { path, digest }: Bytes,
): Promise<boolean> {
  if (sha256 !== null) return sha256 !== digest.sha256;
  return md5 !== null && md5 !== (await md5OfFile(path));
}

async function store(ctx: Context, viewer: Viewer, upload: LockedUpload, bytes: Examined) {
  const { id, projectId, companyId } = upload;
  const { sha256 } = bytes.digest;
  const findKnown = () =>
    ctx.db.as(viewer, async (tx) => {
      const known =
        projectId === null
          ? await filesOfCompany(tx, companyId, sha256)
          : await filesWithHash(tx, projectId, [sha256]);
      return known[0]?.id;
    });
  const known = await findKnown();
  if (known && known !== id) {
    return endUpload(ctx, viewer, id, { state: 'duplicate', duplicateOf: known });
  }
  if (!bytes.isStored) await ctx.storage.moveIn(bytes.path, originalKey(id));
  await ctx.uploads.remove(id);
  try {
    await ctx.db.as(viewer, (tx) => writeFile(ctx, tx, id, bytes));
  } catch (error) {
    if (!UNIQUE_HASH_KEYS.has(brokenConstraint(error) ?? '')) throw error;
    // Another upload of the same bytes finished first.
    await endUpload(ctx, viewer, id, {
      state: 'duplicate',
      duplicateOf: (await findKnown()) ?? null,
    });
  }
}

async function writeFile(ctx: Context, tx: Tx, id: string, examined: Examined) {
  const { mime, kind, digest, place } = examined;
  const upload = await lockUpload(tx, id);
  if (!upload) {
    // The upload was discarded. If its file exists, only its entry in the list was removed.
    if (!(await isFile(tx, id))) await removeBytes(ctx, tx, id);
    return;
  }
  if (upload.state !== 'received') return;
  const { submissionId, projectId, companyOfProject, fileName, fileSize, createdBy } = upload;
  const { category, description, recordedDate } = upload;
  await addFile(ctx, tx, {
    id,
    submissionId,
    projectId,
    companyId: companyOfProject ?? upload.companyId,
    category,
    description,
    recordedDate,
    fileName,
    fileType: mime,
    fileSize,
    kind,
    sha256: digest.sha256,
    crc32: digest.crc32,
    // Standalone files are for clients, because staff chose their company.
    isForClients: submissionId === null || examined.isForClients,
    createdBy,
    ...place,
  });
  await updateUpload(tx, id, { state: 'stored' });
}

type Outcome =
  | { state: 'duplicate'; duplicateOf: string | null }
  | { state: 'refused'; errorCode: ErrorCode; errorMessage: string };

async function endUpload(ctx: Context, viewer: Viewer, id: string, outcome: Outcome) {
  await ctx.db.as(viewer, async (tx) => {
    const upload = await lockUpload(tx, id);
    if (upload?.state !== 'received') return;
    await updateUpload(tx, id, outcome);
    await removeBytes(ctx, tx, id);
    await ctx.record(tx, { type: 'file.changed', file: upload });
  });
  await ctx.uploads.remove(id);
}

const removeBytes = (ctx: Context, tx: Tx, id: string) =>
  ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
