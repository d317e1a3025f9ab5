import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { createCipher } from '#server/platform/crypto.ts';
import type { DriveEntry } from '#server/platform/drive/entries.ts';
import { UPLOAD_STEP } from '#server/platform/drive/uploads.ts';
import { md5OfFile } from '#server/platform/storage/hash.ts';
import { updateRunning, type TransferFile } from '../queries.ts';
import type { TransferOptions, Outcome } from '../runner.ts';
import { findOriginal } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const CHUNK_BYTES = 32 * UPLOAD_STEP;
/** Consecutive attempts without progress. The pause between them doubles each time. */
const MAX_IDLE_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;

type Save = { ctx: Context; folderId: string; file: TransferFile };
type Original = NonNullable<Awaited<ReturnType<typeof findOriginal>>>;

/**
 * Resumes where the previous attempt stopped. Throws FILE_NOT_FOUND if the original was deleted, or DRIVE_ACCESS_ERROR
 * if the bytes in Drive differ.
 */
export async function saveFile(of: Save, line: TransferOptions): Promise<Outcome> {
  const { ctx, file } = of;
  const { fileId } = file;
  const original = fileId ? await ctx.db.as(SYSTEM, (tx) => findOriginal(tx, fileId)) : undefined;
  if (!original) throw new AppError('FILE_NOT_FOUND');
  const saved = await send(of, original, line);
  if (!(await hasSameBytes(ctx, original, saved))) {
    await clearSession(of);
    throw new AppError('DRIVE_ACCESS_ERROR');
  }
  return { state: 'done', fileId: original.id, driveFileId: saved.id };
}

async function send(
  of: Save,
  original: Original,
  { signal, onBytes }: TransferOptions,
): Promise<DriveEntry> {
  const { drive } = of.ctx;
  const { fileSize: size } = original;
  const { session, progress } = await resumeSession(of, original, signal);
  let at = progress;
  for (let idle = 0; !('file' in at);) {
    const { doneBytes: from } = at;
    onBytes(from);
    try {
      const bytes = await read(of.ctx, original, from);
      at = await drive.sendUpload(session, { bytes, from, size }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isCode(error, 'DRIVE_UNREACHABLE') || ++idle > MAX_IDLE_ATTEMPTS) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** idle, undefined, { signal });
      at = await drive.uploadProgress(session, size, signal);
    }
    if (!('file' in at) && at.doneBytes > from) idle = 0;
  }
  return at.file;
}

/** Compares checksums. Returns true if Drive doesn't provide one. */
async function hasSameBytes(
  { storage }: Context,
  { filePath, sha256 }: Original,
  saved: DriveEntry,
): Promise<boolean> {
  if (saved.sha256Checksum) return saved.sha256Checksum === sha256;
  if (!saved.md5Checksum) return true;
  return storage.withLocalFile(
    filePath,
    async (path) => (await md5OfFile(path)) === saved.md5Checksum,
  );
}

const isCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof AppError && error.code === code;

async function read({ storage }: Context, { filePath, fileSize }: Original, start: number) {
  const parts: Buffer[] = [];
  const end = Math.min(start + CHUNK_BYTES, fileSize) - 1;
  // Copied, because the stream reuses its buffers.
  for await (const part of await storage.open(filePath, { start, end })) {
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

const cipherOf = ({ config }: Context) => createCipher(config.secretKey, 'drive-upload-session');

/** Resumes the previous attempt's upload session. Starts a new one if it has expired. */
async function resumeSession(of: Save, original: Original, signal: AbortSignal) {
  const { ctx, file } = of;
  const { fileSize } = original;
  const session = file.sealedSession && cipherOf(ctx).decrypt(file.sealedSession, file.id);
  if (session) {
    try {
      return { session, progress: await ctx.drive.uploadProgress(session, fileSize, signal) };
    } catch (error) {
      if (!isCode(error, 'DRIVE_SAVE_NOT_FOUND')) throw error;
    }
  }
  return { session: await startSession(of, original, signal), progress: { doneBytes: 0 } };
}

async function startSession(
  { ctx, folderId: parentId, file }: Save,
  { fileName: name, fileType: mimeType, fileSize: size }: Original,
  signal: AbortSignal,
): Promise<string> {
  const session = await ctx.drive.beginUpload({ name, mimeType, size, parentId }, signal);
  const sealedSession = cipherOf(ctx).encrypt(session, file.id);
  await ctx.db.as(SYSTEM, (tx) => updateRunning(tx, file.id, { sealedSession }));
  return session;
}

const clearSession = ({ ctx, file }: Save) =>
  ctx.db.as(SYSTEM, (tx) => updateRunning(tx, file.id, { sealedSession: null, doneBytes: 0 }));
