import { Upload } from 'tus-js-client';

type Target = {
  url: string;
  cookie: string;
  submissionId: string;
  chunkBytes: number;
  /** Default: notes.txt. */
  fileName?: string;
  /** Waits for `resume` after this many chunks, so that the upload can't finish early. */
  pauseAfterChunks: number;
};

/** An upload that retries after every failure, like a browser's. */
export type PersistentUpload = {
  /** Resolves when the server has acknowledged this many chunks. */
  acknowledgedChunks(count: number): Promise<void>;
  resume(): void;
  /** The id, once the upload is complete. */
  done: Promise<string>;
  /** Bytes that were acknowledged but later missing. */
  lostBytes(): number;
};

export function startPersistentUpload(target: Target, bytes: Buffer): PersistentUpload {
  const {
    url,
    cookie,
    submissionId,
    chunkBytes,
    pauseAfterChunks,
    fileName = 'notes.txt',
  } = target;
  const gate = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<string>();
  const waiting: { bytes: number; resolve: () => void }[] = [];
  let acknowledged = 0;
  let lost = 0;
  const upload = new Upload(bytes, {
    endpoint: `${url}/api/uploads`,
    chunkSize: chunkBytes,
    metadata: { submissionId, filename: fileName },
    headers: { cookie },
    retryDelays: Array.from({ length: 1000 }, () => 100),
    onShouldRetry: () => true,
    onBeforeRequest: async (request) => {
      const isHeld =
        request.getMethod() === 'PATCH' && acknowledged >= pauseAfterChunks * chunkBytes;
      if (isHeld) await gate.promise;
    },
    onChunkComplete: (_chunk, accepted) => {
      acknowledged = accepted;
      for (const { bytes: wanted, resolve } of waiting) if (acknowledged >= wanted) resolve();
    },
    onAfterResponse: (request, response) => {
      const offset = response.getHeader('Upload-Offset');
      if (request.getMethod() !== 'HEAD' || offset === undefined) return;
      lost = Math.max(lost, acknowledged - Number(offset));
    },
    onSuccess: () => finished.resolve((upload.url ?? '').slice(-36)),
    onError: finished.reject,
  });
  upload.start();
  return {
    acknowledgedChunks(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ bytes: count * chunkBytes, resolve });
      if (acknowledged >= count * chunkBytes) resolve();
      return promise;
    },
    resume: () => gate.resolve(),
    done: finished.promise,
    lostBytes: () => lost,
  };
}
