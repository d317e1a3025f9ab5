import { client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { forgetAddress, sendFile } from '../api/send-file.ts';
import { discardCancelled, knownFiles } from '../api/uploads.ts';
import { createBatchKeeper } from './kept-batch.ts';
import { hashFile } from './picked-files.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const queues = new Map<string, UploadQueue>();
const watchers = new Set<() => void>();
const ASK_AGAIN = 2000;

/** The upload queue of a submission; the same one as long as the page is not left. */
export function uploadQueueOf(submissionId: string): UploadQueue {
  const existing = queues.get(submissionId);
  if (existing) return existing;
  const queue = createQueue(submissionId);
  queues.set(submissionId, queue);
  let release: (() => void) | null = null;
  let isFollowed = false;
  queue.watch(() => {
    if (queue.isBusy()) release ??= holdLock(submissionId);
    else {
      release?.();
      release = null;
    }
    if (queue.isStoring() && !isFollowed) {
      isFollowed = true;
      void followStoring(submissionId, queue).finally(() => {
        isFollowed = false;
      });
    }
    for (const watcher of watchers) watcher();
  });
  return queue;
}

function createQueue(submissionId: string): UploadQueue {
  const queue: UploadQueue = new UploadQueue({
    submissionId,
    account: () => session.state().user?.id ?? '',
    send: sendFile,
    forget: forgetAddress,
    hash: hashFile,
    check: (sha256) => knownFiles(submissionId, sha256),
    keep: createBatchKeeper(submissionId),
    onCancelled: (cancelled) =>
      void discardCancelled(submissionId, cancelled, () => queue.snapshot().items),
    onFailures: reportFailures,
  });
  return queue;
}

function reportFailures(failed: readonly UploadItem[]): void {
  const [first] = failed;
  if (!first) return;
  if (failed.length === 1) {
    return toast.error(`Failed to upload ${first.name}: ${first.message ?? 'unknown reason'}`);
  }
  const names = failed.slice(0, 3).map(({ name }) => name);
  const rest = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  toast.error(
    'Failed to upload files',
    `${counted(failed.length, 'file')}: ${names.join(', ')}${rest}. See the list for details.`,
  );
}

/** Learns what became of the files that are being stored, also while no screen shows them. */
async function followStoring(submissionId: string, queue: UploadQueue): Promise<void> {
  while (queue.isStoring()) {
    const askedAt = Date.now();
    try {
      const { uploads } = await client.uploads.list({ submissionId });
      queue.learn(uploads, askedAt);
    } catch {
      // The connection is away, or nobody is signed in: asked again below.
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, ASK_AGAIN);
    });
  }
}

const lockName = (submissionId: string) => `overfly-upload:${submissionId}`;

// The types say that every page has locks; without HTTPS there are none.
const locks = (): LockManager | undefined => navigator.locks;

/** Lets other tabs know that this one uploads, until the returned function is called. */
function holdLock(submissionId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void locks()?.request(lockName(submissionId), { mode: 'shared' }, () => promise);
  return resolve;
}

/** Whether a tab of this browser uploads to the submission right now. */
export async function isUploading(submissionId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === lockName(submissionId));
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
