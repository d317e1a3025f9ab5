import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { ADDRESSES } from '#web/lib/paths.ts';
import type { SendFile } from './sender.ts';
import { createAddresses } from './addresses.ts';
import { UNREADABLE, type Verdict, verdictOf } from './refusal.ts';

/** A proxy that holds requests back until they are whole holds back no more than this. */
const CHUNK_BYTES = 64 * 1024 ** 2;
/** A lost connection is waited for, for about a day. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, ...Array.from({ length: 8640 }, () => 10_000)];

const addresses = createAddresses(() => window.localStorage);

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
export const sendFile: SendFile = ({ about, fingerprint, file, sha256 }, handlers) => {
  let isStopped = false;
  const idOf = () => upload.url?.split('/').at(-1) ?? null;
  const upload = new Upload(file, {
    endpoint: `${window.location.origin}${ADDRESSES.uploads}`,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    metadata: { ...about, filename: file.name, ...(sha256 !== null && { sha256 }) },
    fingerprint: async () => fingerprint,
    urlStorage: addresses,
    removeFingerprintOnSuccess: true,
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
    onProgress: (sent) => handlers.onProgress(sent, idOf()),
    onSuccess: () => handlers.onSent(idOf()),
    onError: (error) => handlers.onFailed(verdictOfFailure(error)),
  });
  const begin = async () => {
    const [earlier] = await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    if (!isStopped) upload.start();
  };
  void begin();
  return () => {
    isStopped = true;
    void upload.abort();
  };
};

/** The next attempt begins anew. */
export const forgetAddress = (fingerprint: string): void =>
  void addresses.removeUpload(fingerprint);

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
