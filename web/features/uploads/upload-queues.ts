import { client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.tsx';
import { createBatchKeeper } from './batch-store.ts';
import { discardUpload } from './discard-upload.ts';
import { hashFile } from './hash-file.ts';
import type { KnownFile } from './intake.ts';
import { leftoversOf } from './leftovers.ts';
import { createTusSender } from './tus-sender.ts';
import { holdUploadLock } from './upload-lock.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const queues = new Map<string, UploadQueue>();
const watchers = new Set<() => void>();
/** The submissions whose files are being stored, and asked about. */
const following = new Set<string>();
const ASK_AGAIN = 2000;

/** The upload queue of a submission; the same one as long as the page is not left. */
export function uploadQueueOf(submissionId: string): UploadQueue {
  const existing = queues.get(submissionId);
  if (existing) return existing;
  const queue = createQueue(submissionId);
  queues.set(submissionId, queue);
  let release: (() => void) | null = null;
  queue.watch(() => {
    if (queue.isBusy()) release ??= holdUploadLock(submissionId);
    else {
      release?.();
      release = null;
    }
    if (queue.isStoring() && !following.has(submissionId)) {
      following.add(submissionId);
      void followStoring(submissionId, queue);
    }
    for (const watcher of watchers) watcher();
  });
  return queue;
}

function createQueue(submissionId: string): UploadQueue {
  return new UploadQueue({
    submissionId,
    createSender: (ears) => createTusSender(submissionId, ears),
    hash: hashFile,
    check: (sha256) => knownFiles(submissionId, sha256),
    keep: createBatchKeeper(submissionId),
    onCancelled: (items) => void discardCancelled(submissionId, items),
    onFailures: reportFailures,
    now: () => Date.now(),
  });
}

function reportFailures(failed: readonly UploadItem[]): void {
  const [first] = failed;
  if (!first) return;
  if (failed.length === 1) {
    return toast.error(`Failed to upload ${first.name}: ${first.words ?? 'unknown reason'}`);
  }
  const names = failed.slice(0, 3).map(({ name }) => name);
  const rest = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  toast.error(
    'Failed to upload files',
    `${counted(failed.length, 'file')}: ${names.join(', ')}${rest}. The list says why.`,
  );
}

/**
 * Has the server forget what it got of cancelled files. One that was just being announced has no
 * id here yet: it is found by name and size, a moment later.
 */
async function discardCancelled(submissionId: string, items: readonly UploadItem[]): Promise<void> {
  try {
    for (const { uploadId } of items) if (uploadId) await discardUpload(uploadId);
    const unnamed = items.filter(({ uploadId }) => uploadId === null);
    if (unnamed.length === 0) return;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, ASK_AGAIN);
    });
    const { uploads } = await client.uploads.list({ submissionId });
    const left = leftoversOf(uploads, uploadQueueOf(submissionId).snapshot().items);
    for (const { id, state, fileName, fileSize } of left) {
      const isOurs = unnamed.some(({ name, size }) => name === fileName && size === fileSize);
      if (state === 'receiving' && isOurs) await discardUpload(id);
    }
  } catch {
    // What is left over is listed on the screen and can be discarded there.
  }
}

async function knownFiles(submissionId: string, sha256: string[]): Promise<KnownFile[]> {
  const { known } = await client.uploads.check({ submissionId, sha256 });
  if (known.length === 0) return [];
  const { files } = await client.files.list({ submissionId });
  const here = new Set(files.map((file) => file.sha256));
  return known.map((file) => ({ ...file, isHere: here.has(file.sha256) }));
}

/** Learns what became of the files that are being stored, also while no screen shows them. */
async function followStoring(submissionId: string, queue: UploadQueue): Promise<void> {
  try {
    const { uploads } = await client.uploads.list({ submissionId });
    queue.learn(uploads, Date.now());
  } catch {
    // The connection is away, or nobody is signed in: asked again below.
  }
  if (queue.isStoring()) setTimeout(() => void followStoring(submissionId, queue), ASK_AGAIN);
  else following.delete(submissionId);
}

/** Hears of changes in any queue. */
export function watchUploads(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Stops what is being sent to a submission that is no more. */
export const abandonUploads = (submissionId: string): void => queues.get(submissionId)?.abandon();

/** The submissions to which something is still to be sent. */
export const busyUploads = (): string[] =>
  [...queues].filter(([, queue]) => queue.isBusy()).map(([submissionId]) => submissionId);

/** Leaving the page would stop what is being sent; the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (busyUploads().length > 0) event.preventDefault();
});
