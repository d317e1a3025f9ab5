import Uppy from '@uppy/core';
import Tus, { type TusBody, type TusDetailedError, type TusOptions } from '@uppy/tus';
import { ADDRESSES } from '#web/lib/paths.ts';
import { UNREADABLE, type Verdict, verdictOf } from './refusal.ts';
import { StallWatch } from './stall-watch.ts';
import type { Sender, SenderEars } from './queue-parts.ts';

const FILES_AT_ONCE = 3;
/** A proxy that holds requests back until they are whole holds back no more than this. */
const CHUNK_BYTES = 64 * 1024 ** 2;
/** A lost connection is waited for, for about a day. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, ...Array.from({ length: 8640 }, () => 10_000)];
const LOOK_MILLISECONDS = 10_000;

type Meta = { submissionId: string; itemId: string; fingerprint: string };

type AfterResponse = NonNullable<TusOptions<Meta, TusBody>['onAfterResponse']>;

/** Why a request was given up on our side: the answer that came, or a file that is gone. */
class Interruption extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super(verdict.words);
    this.verdict = verdict;
  }
}

const silent = { debug: () => {}, warn: () => {}, error: () => {} };

type UploadingUppy = Uppy<Meta, TusBody>;
type UploadingTus = Tus<Meta, TusBody>;

/** Sends files by the tus protocol, a few at a time, and continues each where it stopped. */
export function createTusSender(submissionId: string, ears: SenderEars): Sender {
  const uppy = createUppy(submissionId, ears);
  const stalls = new StallWatch();
  listen(uppy, ears, stalls);
  /** The fingerprints of the files that were handed over, by the id of the item. */
  const fingerprints = new Map<string, string>();
  const fileOf = (id: string) => uppy.getFiles().find((file) => file.id === fingerprints.get(id));
  const togglePause = (id: string, isPaused: boolean) => {
    const file = fileOf(id);
    const wasPaused = Boolean(file && 'isPaused' in file && file.isPaused);
    if (file && wasPaused !== isPaused) uppy.pauseResume(file.id);
  };
  setInterval(() => {
    for (const id of stalls.stalled(Date.now())) {
      togglePause(id, true);
      togglePause(id, false);
    }
  }, LOOK_MILLISECONDS);

  return {
    send: ({ id, fingerprint, file }) => {
      fingerprints.set(id, fingerprint);
      const there = fileOf(id);
      const isSame = there?.data === file && !there.progress.uploadComplete;
      if (isSame) return void uppy.retryUpload(fingerprint);
      if (there) uppy.removeFile(fingerprint);
      const { name, type } = file;
      uppy.addFile({ name, type, data: file, meta: { submissionId, itemId: id, fingerprint } });
    },
    pause: (id) => {
      stalls.forget(id);
      togglePause(id, true);
    },
    resume: (id) => togglePause(id, false),
    cancel: (id) => {
      stalls.forget(id);
      const fingerprint = fingerprints.get(id);
      const upload = uppy.getPlugin<UploadingTus>('Tus')?.uploaders[fingerprint ?? ''];
      if (upload) {
        void upload.abort();
        // Without an address the library does not ask the server to delete it; that is done elsewhere.
        upload.url = null;
      }
      if (fileOf(id)) uppy.removeFile(fingerprint ?? '');
      if (fingerprint !== undefined) forgetAddress(fingerprint);
      fingerprints.delete(id);
    },
  };
}

const createUppy = (submissionId: string, ears: SenderEars): UploadingUppy =>
  new Uppy<Meta, TusBody>({
    id: submissionId,
    autoProceed: true,
    logger: silent,
    // The id is what an upload is found again by, so it must not depend on this page.
    onBeforeFileAdded: (file) => ({ ...file, id: file.meta.fingerprint }),
  }).use(Tus, {
    endpoint: `${window.location.origin}${ADDRESSES.uploads}`,
    limit: FILES_AT_ONCE,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    allowedMetaFields: ['submissionId', 'name'],
    onBeforeRequest: (_request, { data }) => assertReadable(data),
    onAfterResponse: keepAddress,
    onShouldRetry: (error) => {
      const verdict = verdictOfFailure(error);
      if (verdict.isTransient) ears.onConnection(true);
      return verdict.isTransient;
    },
  });

function listen(uppy: UploadingUppy, ears: SenderEars, stalls: StallWatch): void {
  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (!file) return;
    const { itemId } = file.meta;
    // With its last byte sent it waits for the server, which may take long over a large file.
    if (bytesUploaded < (file.size ?? 0)) stalls.moved(itemId, Date.now());
    else stalls.forget(itemId);
    const url = 'tus' in file ? (file.tus?.uploadUrl ?? null) : null;
    ears.onConnection(false);
    ears.onProgress(itemId, bytesUploaded, uploadIdOf(url));
  });
  uppy.on('upload-success', (file, { uploadURL }) => {
    if (!file) return;
    stalls.forget(file.meta.itemId);
    ears.onSent(file.meta.itemId, uploadIdOf(uploadURL ?? null));
  });
  uppy.on('upload-error', (file, error) => {
    if (!file) return;
    stalls.forget(file.meta.itemId);
    const { words, isFinal } = verdictOfFailure(error);
    ears.onFailed(file.meta.itemId, words, isFinal);
  });
}

/** The last part of an upload's address; null without one. */
const uploadIdOf = (address: string | null): string | null => address?.split('/').at(-1) ?? null;

/** Where the library keeps the addresses of uploads, to continue them. */
function forgetAddress(fingerprint: string): void {
  const prefix = `tus::tus-${fingerprint}-`;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}

/** A file that is gone looks like a lost connection to the browser, and would be waited for. */
async function assertReadable(data: unknown): Promise<void> {
  try {
    if (data instanceof Blob) await data.slice(0, 1).arrayBuffer();
  } catch {
    throw new Interruption({ isTransient: false, isFinal: false, words: UNREADABLE });
  }
}

/**
 * The library forgets an upload's address at any answer but a good one, and begins anew. Only an
 * answer that the upload is gone is a reason for that; at any other the request counts as failed.
 */
const keepAddress: AfterResponse = (request, response) => {
  const status = response.getStatus();
  const isFine = status < 400 || status === 404 || status === 410;
  if (request.getMethod() !== 'HEAD' || isFine) return;
  throw new Interruption(verdictOf({ status, body: response.getBody() }));
};

function verdictOfFailure(error: TusDetailedError | { name: string; message: string }): Verdict {
  if (!('originalResponse' in error)) return verdictOf({ status: null, body: null });
  const { causingError, originalResponse } = error;
  if (causingError instanceof Interruption) return causingError.verdict;
  return verdictOf({
    status: originalResponse?.getStatus() ?? null,
    body: originalResponse?.getBody() ?? null,
  });
}
