import { DetailedError, type PreviousUpload, Upload, type UploadOptions } from 'tus-js-client';
import { ADDRESSES } from '#web/lib/paths.ts';
import type { SendFile } from './sender.ts';
import { UNREADABLE_MESSAGE, type Verdict, verdictOf } from './upload-verdict.ts';

/** Limits how much data a buffering proxy collects before it forwards any. */
const CHUNK_BYTES = 64 * 1024 ** 2;
/** In milliseconds. Retries a lost connection for about a day. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, ...Array.from({ length: 8640 }, () => 10_000)];

/** Ends an upload because the server refused it or the file can no longer be read. */
class UploadError extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super(verdict.message);
    this.verdict = verdict;
  }
}

/**
 * Uploads a file with tus, resuming at `url` if given. Returns a function that stops it. The server keeps what it has
 * received.
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
    urlStorage: { ...NO_STORAGE, addUpload: saveUrl },
    onBeforeRequest: async () => {
      await assertReadable(file);
      // tus-js-client can't cancel a request that hasn't been sent yet.
      if (isStopped) throw new Error('stopped');
    },
    onAfterResponse: keepUrlOnError,
    onShouldRetry: (error) => {
      const { isTransient } = verdictOfFailure(error);
      if (isTransient && !isStopped) handlers.onLost();
      return isTransient && !isStopped;
    },
    onProgress: handlers.onProgress,
    onSuccess: handlers.onSent,
    onError: (error) => handlers.onFailed(verdictOfFailure(error)),
  });
  // tus-js-client awaits this before sending data.
  async function saveUrl(_fingerprint: string, { uploadUrl }: PreviousUpload): Promise<string> {
    if (uploadUrl !== null) await handlers.onUrl(uploadUrl);
    return 'record';
  }
  upload.start();
  return () => {
    isStopped = true;
    // While the upload is being created, wait for its URL, so that the server can be asked to discard it.
    if (upload.url !== null) void upload.abort();
  };
};

/** Our upload records replace tus-js-client's storage. */
const NO_STORAGE = {
  findAllUploads: async () => [],
  findUploadsByFingerprint: async () => [],
  removeUpload: async () => {},
};

/** Throws if the file can't be read. Otherwise, a deleted file would look like a lost connection and be retried. */
async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new UploadError({ isTransient: false, isFinal: false, message: UNREADABLE_MESSAGE });
  }
}

/**
 * When resuming, tus-js-client starts over after any error, but only 404 and 410 mean that the upload is gone. Throws
 * after other errors, which keeps the URL.
 */
const keepUrlOnError: NonNullable<UploadOptions['onAfterResponse']> = (request, response) => {
  const status = response.getStatus();
  const isExpected = status < 400 || status === 404 || status === 410;
  if (request.getMethod() !== 'HEAD' || isExpected) return;
  throw new UploadError(verdictOf({ status, body: response.getBody() }));
};

function verdictOfFailure(error: Error): Verdict {
  if (!(error instanceof DetailedError)) return verdictOf({ status: null, body: null });
  const { causingError, originalResponse } = error;
  if (causingError instanceof UploadError) return causingError.verdict;
  return verdictOf({
    status: originalResponse?.getStatus() ?? null,
    body: originalResponse?.getBody() ?? null,
  });
}
