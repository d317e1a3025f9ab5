import { AppError } from '#domain/errors.ts';
import { Entry, FOLDER_TYPE, type DriveEntry } from './entries.ts';
import { textWithTimeout } from './fetch.ts';
import { jsonOf, apiErrorOf } from './errors.ts';
import type { Requests } from './requests.ts';

export type NewFile = { name: string; mimeType: string; parentId: string | null; size: number };

export type UploadProgress = { doneBytes: number } | { file: DriveEntry };

/** Part sizes must be multiples of this many bytes. */
export const UPLOAD_STEP = 256 * 1024;

const FIELDS = 'id,name,mimeType,size,md5Checksum,sha256Checksum,webViewLink,resourceKey';

type Bases = { drive: string; upload: string };

/** https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable (session URLs are secrets) */
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(requests: Requests, bases: Bases) {
  const put = async (session: string, init: RequestInit, signal?: AbortSignal) => {
    if (new URL(session).origin !== new URL(bases.upload).origin) {
      throw new AppError('DRIVE_ACCESS_ERROR');
    }
    const response = await fetch(session, {
      ...init,
      method: 'PUT',
      redirect: 'manual',
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new AppError('DRIVE_UNREACHABLE', undefined, { cause: error });
    });
    return progressIn(response);
  };
  return {
    createFolder: (name: string, parentId: string | null): Promise<DriveEntry> =>
      requests.read(
        {
          method: 'POST',
          url: `${bases.drive}/files`,
          query: { supportsAllDrives: true, fields: FIELDS },
          json: { name, mimeType: FOLDER_TYPE, ...(parentId ? { parents: [parentId] } : {}) },
        },
        Entry,
      ),
    beginUpload: (file: NewFile, signal?: AbortSignal) =>
      openSession(requests, bases.upload, file, signal),
    /** Throws DRIVE_SAVE_NOT_FOUND if the session has ended; start a new one. */
    uploadProgress: (session: string, size: number, signal?: AbortSignal) =>
      put(session, { headers: { 'content-range': `bytes */${size}` } }, signal),
    /**
     * The length of `bytes` must be a multiple of UPLOAD_STEP, except in the last part. Continue from `doneBytes`.
     * Throws DRIVE_UNREACHABLE.
     */
    sendUpload(
      session: string,
      { bytes, from, size }: { bytes: Uint8Array; from: number; size: number },
      signal?: AbortSignal,
    ) {
      const range = size === 0 ? 'bytes */0' : `bytes ${from}-${from + bytes.length - 1}/${size}`;
      const body = new Uint8Array(bytes);
      return put(session, { headers: { 'content-range': range }, body }, signal);
    },
  };
}

async function openSession(
  requests: Requests,
  base: string,
  { name, mimeType, parentId, size }: NewFile,
  signal?: AbortSignal,
): Promise<string> {
  const response = await requests.send({
    method: 'POST',
    url: `${base}/files`,
    query: { uploadType: 'resumable', supportsAllDrives: true, fields: FIELDS },
    headers: { 'x-upload-content-type': mimeType, 'x-upload-content-length': String(size) },
    json: { name, mimeType, ...(parentId ? { parents: [parentId] } : {}) },
    signal,
  });
  await response.body?.cancel();
  const session = response.headers.get('location');
  if (!session || !URL.canParse(session)) throw new AppError('DRIVE_ACCESS_ERROR');
  return session;
}

/** 308 means "continue". `Range: bytes=0-N` is what Drive has received; without this header, it has nothing. */
async function progressIn(response: Response): Promise<UploadProgress> {
  if (response.status === 308) {
    const [, last] = /^bytes=0-(\d+)$/.exec(response.headers.get('range') ?? '') ?? [];
    await response.body?.cancel();
    return { doneBytes: last === undefined ? 0 : Number(last) + 1 };
  }
  if (response.ok) {
    const file = Entry.safeParse(jsonOf(await textWithTimeout(response)));
    if (!file.success) throw new AppError('DRIVE_ACCESS_ERROR');
    return { file: file.data };
  }
  if (response.status === 404 || response.status === 410)
    throw new AppError('DRIVE_SAVE_NOT_FOUND');
  const { code, reason } = apiErrorOf(response.status, await textWithTimeout(response));
  throw new AppError(code, undefined, { cause: `${response.status} ${reason}` });
}
