import { DetailedError, type PreviousUpload, Upload, type UploadOptions } from 'tus-js-client';
import { ADDRESSES } from '#web/lib/paths.ts';
import type { SendFile } from './sender.ts';
import { UNREADABLE, type Verdict, verdictOf } from './refusal.ts';

/** A proxy that holds requests back until they are whole holds back no more than this. */
const CHUNK_BYTES = 64 * 1024 ** 2;
/** A lost connection is waited for, for about a day. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, ...Array.from({ length: 8640 }, () => 10_000)];

/** Why a request was given up on our side: the answer that came, or a file that is gone. */
class Interruption extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super(verdict.message);
    this.verdict = verdict;
  }
}

/**
 * Sends a file by the tus protocol, from where an earlier attempt stopped; also one before a reload
 * of the page. The returned function stops it, and the server keeps what it has.
 */
export const sendFile: SendFile = (file, { about, sha256, url }, handlers) => {
  let isStopped = false;
  const upload = new Upload(file, {
    endpoint: `${window.location.origin}${ADDRESSES.uploads}`,
    uploadUrl: url,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    metadata: { ...about, filename: file.name, ...(sha256 !== null && { sha256 }) },
    fingerprint: async () => 'record',
    urlStorage: { ...NO_STORAGE, addUpload: keepUrl },
    onBeforeRequest: async () => {
      await assertReadable(file);
      // The library cannot take back a request that has yet to be sent.
      if (isStopped) throw new Error('stopped');
    },
    onAfterResponse: keepAddress,
    onShouldRetry: (error) => {
      const { isTransient } = verdictOfFailure(error);
      if (isTransient && !isStopped) handlers.onLost();
      return isTransient && !isStopped;
    },
    onProgress: handlers.onProgress,
    onSuccess: handlers.onSent,
    onError: (error) => handlers.onFailed(verdictOfFailure(error)),
  });
  // The library waits for this before it sends a byte.
  async function keepUrl(_fingerprint: string, { uploadUrl }: PreviousUpload): Promise<string> {
    if (uploadUrl !== null) await handlers.onUrl(uploadUrl);
    return 'record';
  }
  upload.start();
  return () => {
    isStopped = true;
    // One that is being announced ends with the answer, which says what the server is to forget.
    if (upload.url !== null) void upload.abort();
  };
};

/** Records keep what the library would. */
const NO_STORAGE = {
  findAllUploads: async () => [],
  findUploadsByFingerprint: async () => [],
  removeUpload: async () => {},
};

/** A file that is gone looks like a lost connection to the browser, and would be waited for. */
async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new Interruption({ isTransient: false, isFinal: false, message: UNREADABLE });
  }
}

/**
 * The library forgets an upload's address at any answer but a good one, and begins anew. Only an
 * answer that the upload is gone is a reason for that; at any other the request counts as failed.
 */
const keepAddress: NonNullable<UploadOptions['onAfterResponse']> = (request, response) => {
  const status = response.getStatus();
  const isFine = status < 400 || status === 404 || status === 410;
  if (request.getMethod() !== 'HEAD' || isFine) return;
  throw new Interruption(verdictOf({ status, body: response.getBody() }));
};

function verdictOfFailure(error: Error): Verdict {
  if (!(error instanceof DetailedError)) return verdictOf({ status: null, body: null });
  const { causingError, originalResponse } = error;
  if (causingError instanceof Interruption) return causingError.verdict;
  return verdictOf({
    status: originalResponse?.getStatus() ?? null,
    body: originalResponse?.getBody() ?? null,
  });
}
