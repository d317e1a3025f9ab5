import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { filesWithHash } from '#server/files/service.ts';
import {
  addBytes,
  createUpload,
  discardUpload,
  finishUpload,
  uploadOutcome,
  uploadProgress,
} from '#server/files/uploads/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { DriveBytes } from '#server/platform/drive/bytes.ts';
import type { DriveEntry } from '#server/platform/drive/entries.ts';
import { copiesOf, updateRunning, type LockedTransfer, type TransferFile } from '../queries.ts';
import type { TransferOptions, Outcome } from '../runner.ts';

const SYSTEM = { kind: 'system' } as const;
/** How many times a download restarts because the file changed in Drive. */
const MAX_RESTARTS = 2;
/** Consecutive attempts without progress. The pause between them doubles each time. */
const MAX_IDLE_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;

type Import = { ctx: Context; transfer: LockedTransfer; file: Imported };
type Imported = Pick<TransferFile, 'id' | 'name' | 'resourceKey' | 'uploadId'> & {
  driveFileId: string;
};
type Settled = Omit<Outcome, 'driveFileId'>;

/**
 * Resumes where the previous attempt stopped. Throws DRIVE_FILE_CHANGED instead of UPLOAD_DIFFERS.
 */
export async function importFile(of: Import, line: TransferOptions): Promise<Settled> {
  for (let changes = 0; ; changes++) {
    try {
      return (await uploadedFile(of)) ?? (await fetchFile(of, line));
    } catch (error) {
      const isChanged = isOneOf(error, ['UPLOAD_DIFFERS', 'DRIVE_FILE_CHANGED']);
      if (isChanged || isOneOf(error, REFUSALS)) await discardPartialUpload(of);
      if (!isChanged) throw error;
      if (changes === MAX_RESTARTS) throw new AppError('DRIVE_FILE_CHANGED');
    }
  }
}

/** After these errors, the next attempt starts from the beginning. */
const REFUSALS = ['FILE_EMPTY', 'FILE_DAMAGED', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_SUPPORTED'];

const isOneOf = (error: unknown, codes: readonly string[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code);

async function uploadedFile({ ctx, file }: Import): Promise<Settled | null> {
  const { uploadId } = file;
  if (uploadId === null) return null;
  const upload = await ctx.db.as(SYSTEM, (tx) => uploadOutcome(tx, uploadId));
  switch (upload?.state) {
    case undefined:
      file.uploadId = null;
      return null;
    case 'stored':
      return { state: 'done', fileId: uploadId };
    case 'duplicate':
      // The file that this one duplicates has been deleted.
      if (upload.duplicateOf === null) throw new AppError('UPLOAD_DIFFERS');
      return { state: 'already-there', fileId: upload.duplicateOf };
    case 'refused':
      throw new AppError(
        (upload.errorCode ?? 'FILE_TYPE_NOT_SUPPORTED') as ErrorCode,
        upload.errorMessage ?? undefined,
      );
    default:
      return null;
  }
}

async function fetchFile(of: Import, line: TransferOptions): Promise<Settled> {
  const { ctx, transfer, file } = of;
  const found = await ctx.drive.entry(refOf(file), line.signal);
  if (found.sizeBytes === null) throw new AppError('DRIVE_TYPE_NOT_SUPPORTED');
  if (!(await canResume(of, found))) {
    const sums = found.sha256Checksum ? [found.sha256Checksum] : [];
    const known = await ctx.db.as(SYSTEM, (tx) => filesWithHash(tx, transfer.projectId, sums));
    if (known[0]) {
      return { state: 'already-there', fileId: known[0].id, sizeBytes: found.sizeBytes };
    }
    await startUpload(of, found);
  }
  await receive(of, found.sizeBytes, line);
  await finishUpload(ctx, SYSTEM, file.uploadId ?? '');
  const outcome = await uploadedFile(of);
  // The bytes are on a machine that is gone, so download them again.
  if (!outcome) throw new AppError('UPLOAD_DIFFERS');
  return outcome;
}

/** Whether an upload of this version of the file can be resumed. Discards an upload of an older version. */
async function canResume(of: Import, found: DriveEntry): Promise<boolean> {
  const { uploadId } = of.file;
  if (uploadId === null) return false;
  const upload = await of.ctx.db.as(SYSTEM, (tx) => uploadOutcome(tx, uploadId));
  const { sha256, md5 } = sumsOf(found);
  if (
    upload?.fileSize === found.sizeBytes &&
    upload.sha256 === (sha256 ?? null) &&
    upload.md5 === (md5 ?? null)
  ) {
    return true;
  }
  await discardPartialUpload(of);
  return false;
}

const sumsOf = ({ sha256Checksum: sha256, md5Checksum: md5 }: DriveEntry) => ({
  sha256: sha256 ?? undefined,
  md5: sha256 ? undefined : (md5 ?? undefined),
});

const refOf = ({ driveFileId: id, resourceKey }: Imported) => ({ id, resourceKey });

async function startUpload({ ctx, transfer, file }: Import, found: DriveEntry): Promise<void> {
  const id = randomUUID();
  const { sizeBytes } = found;
  const earlier = await ctx.db.as(SYSTEM, (tx) => copiesOf(tx, transfer.submissionId, [found.id]));
  const version = (earlier.get(found.id)?.length ?? 0) + 1;
  await createUpload(
    ctx,
    SYSTEM,
    {
      id,
      home: { submissionId: transfer.submissionId },
      fileName: nameOf(found.name, version),
      fileSize: sizeBytes ?? 0,
      ...sumsOf(found),
    },
    {
      createdBy: transfer.createdBy,
      async within(tx) {
        const changes = { uploadId: id, sizeBytes, name: found.name };
        if (!(await updateRunning(tx, file.id, changes))) throw new AppError('UPLOAD_NOT_FOUND');
      },
    },
  );
  file.uploadId = id;
}

function nameOf(driveName: string, version: number): string {
  // In Drive, names can contain slashes, which separate folders here.
  const name = driveName.replaceAll(/[/\\]/g, '-');
  return version === 1
    ? name
    : name.replace(/(?:\.[^.]*)?$/, (ending) => ` (version ${version})${ending}`);
}

async function receive({ ctx, file }: Import, size: number, { signal, onBytes }: TransferOptions) {
  const id = file.uploadId ?? '';
  let { offset } = await uploadProgress(ctx, SYSTEM, id);
  for (let idle = 0; offset < size;) {
    const before = offset;
    try {
      const bytes = await ctx.drive.open(refOf(file), { from: offset, signal });
      const source = Readable.from(bounded(bytes, { from: offset, size, onBytes }));
      offset = await addBytes(ctx, SYSTEM, { id, offset }, source);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError && error.code !== 'DRIVE_UNREACHABLE') throw error;
      ({ offset } = await uploadProgress(ctx, SYSTEM, id));
    }
    idle = offset > before ? 0 : idle + 1;
    if (idle > MAX_IDLE_ATTEMPTS) throw new AppError('DRIVE_UNREACHABLE');
    if (idle > 0) await delay(FIRST_PAUSE_MS * 2 ** idle, undefined, { signal });
  }
}

type Bounds = { from: number; size: number; onBytes: (bytes: number) => void };

/** Yields the bytes from offset `from`. Throws DRIVE_FILE_CHANGED if there are more than `size` bytes. */
async function* bounded(bytes: DriveBytes, { from, size, onBytes }: Bounds) {
  let at = bytes.from;
  if (at > from) throw new AppError('DRIVE_UNREACHABLE');
  for await (const chunk of bytes.chunks) {
    const missing = chunk.subarray(Math.max(0, from - at));
    at += chunk.byteLength;
    if (at > size) throw new AppError('DRIVE_FILE_CHANGED');
    if (missing.byteLength === 0) continue;
    yield missing;
    onBytes(at);
  }
}

async function discardPartialUpload({ ctx, file }: Import): Promise<void> {
  const { uploadId } = file;
  file.uploadId = null;
  if (uploadId === null) return;
  await discardUpload(ctx, SYSTEM, { id: uploadId }).catch((error: unknown) => {
    if (!isOneOf(error, ['UPLOAD_NOT_FOUND'])) throw error;
  });
}
