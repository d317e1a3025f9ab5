import { isFaultOfFile, type ErrorCode } from '#domain/errors.ts';
import { addFile, filesWithHash, isFile } from '#server/features/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { hashFile, type Digest } from '#server/platform/storage/hash.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { examineFile, type TakenFile } from './file-types.ts';
import { lockUpload, updateUpload, type LockedUpload } from './queries.ts';

type Examined = TakenFile & { digest: Digest };

const finishing = new Map<string, Promise<void>>();

/**
 * Makes a file of an upload whose last byte has arrived, or settles it as a duplicate or refused.
 * Does nothing for any other upload. May be interrupted at any point and called again: the bytes
 * are in storage before the row that names them, and everything else is one transaction.
 */
export async function finishUpload(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const underWay = finishing.get(id);
  if (underWay) return underWay;
  const work = finish(ctx, viewer, id).finally(() => finishing.delete(id));
  finishing.set(id, work);
  return work;
}

async function finish(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const arrived = await ctx.uploads.received(id);
  const upload = await ctx.db.as(viewer, (tx) => markReceived(tx, id, arrived));
  if (!upload) return;
  try {
    const examined = await examine(ctx, upload, arrived);
    if (examined) await store(ctx, viewer, upload, examined);
  } catch (error) {
    if (!isFaultOfFile(error)) throw error;
    await settle(ctx, viewer, id, {
      state: 'refused',
      errorCode: error.code,
      errorMessage: error.message,
    });
  }
}

async function markReceived(tx: Tx, id: string, arrived: number): Promise<LockedUpload | null> {
  const upload = await lockUpload(tx, id);
  if (upload?.state === 'received') return upload;
  if (upload?.state !== 'receiving' || arrived !== upload.fileSize) return null;
  await updateUpload(tx, id, { state: 'received' });
  return upload;
}

/** Looks at the bytes where they are; null when they are on another machine. */
async function examine(
  ctx: Context,
  { id, fileName, fileSize }: LockedUpload,
  arrived: number,
): Promise<Examined | null> {
  if (arrived === fileSize) {
    const digest = await ctx.uploads.seal(id);
    const path = ctx.uploads.pathOf(id);
    return { digest, ...(await examineFile(ctx.decoder, path, fileName, fileSize)) };
  }
  // The process died after the bytes had been moved, before the transaction.
  if ((await ctx.storage.size(originalKey(id))) !== fileSize) return null;
  return ctx.storage.withLocalFile(originalKey(id), async (path) => ({
    digest: await hashFile(path),
    ...(await examineFile(ctx.decoder, path, fileName, fileSize)),
  }));
}

async function store(ctx: Context, viewer: Viewer, upload: LockedUpload, examined: Examined) {
  const { id, projectId } = upload;
  const { sha256 } = examined.digest;
  const findKnown = () =>
    ctx.db.as(viewer, async (tx) => (await filesWithHash(tx, projectId, [sha256]))[0]?.id);
  const known = await findKnown();
  if (known && known !== id) {
    return settle(ctx, viewer, id, { state: 'duplicate', duplicateOf: known });
  }
  await ctx.storage.adopt(ctx.uploads.pathOf(id), originalKey(id));
  ctx.uploads.forget(id);
  try {
    await ctx.db.as(viewer, (tx) => writeFile(ctx, tx, id, examined));
  } catch (error) {
    if (brokenConstraint(error) !== 'files_project_sha256_key') throw error;
    // The same bytes came in by another upload at the same moment, and that one was first.
    await settle(ctx, viewer, id, {
      state: 'duplicate',
      duplicateOf: (await findKnown()) ?? null,
    });
  }
}

async function writeFile(ctx: Context, tx: Tx, id: string, { mime, kind, digest }: Examined) {
  const upload = await lockUpload(tx, id);
  if (!upload) {
    // Cancelled in the meantime. A file that was only taken off the list keeps its bytes.
    if (!(await isFile(tx, id))) await removeBytes(ctx, tx, id);
    return;
  }
  if (upload.state !== 'received') return;
  const { submissionId, projectId, companyId, fileName, fileSize, createdBy } = upload;
  await addFile(ctx, tx, {
    id,
    submissionId,
    projectId,
    companyId,
    fileName,
    fileType: mime,
    fileSize,
    kind,
    sha256: digest.sha256,
    crc32: digest.crc32,
    createdBy,
  });
  await updateUpload(tx, id, { state: 'stored' });
}

type Outcome =
  | { state: 'duplicate'; duplicateOf: string | null }
  | { state: 'refused'; errorCode: ErrorCode; errorMessage: string };

/** Ends an upload that becomes no file, with its bytes. */
async function settle(ctx: Context, viewer: Viewer, id: string, outcome: Outcome) {
  await ctx.db.as(viewer, async (tx) => {
    const upload = await lockUpload(tx, id);
    if (upload?.state !== 'received') return;
    await updateUpload(tx, id, outcome);
    await removeBytes(ctx, tx, id);
    const { projectId, submissionId } = upload;
    await ctx.live.publish(tx, { type: 'file.changed', projectId, submissionId, fileId: id });
  });
  await ctx.uploads.remove(id);
}

const removeBytes = (ctx: Context, tx: Tx, id: string) =>
  ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
