import type { Upload } from '#domain/uploads.ts';
import { client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { hashFile } from '#web/lib/hash-file.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { forgetAddress, sendFile } from './send-file.ts';
import { discardCancelled, knownFiles } from './upload-api.ts';
import { createBatchKeeper, readBatch } from './upload-records.ts';
import type { PickedFile } from './picked-files.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const queues = new Map<string, UploadQueue>();
const watchers = new Set<() => void>();
const ASK_AGAIN = 2000;

/** The upload queue of a submission; the same one as long as the page is not left. */
export function uploadQueueOf(submissionId: string): UploadQueue {
  const list = async () => (await client.uploads.list({ submissionId })).uploads;
  return queueOf(submissionId, list, {
    about: { submissionId },
    check: (sha256) => knownFiles(submissionId, sha256),
    keep: createBatchKeeper(submissionId),
  });
}

/** Adds files to the uploads of a submission, and to what was interrupted there when the page was left. */
export async function addToUploads(
  submissionId: string,
  picked: readonly PickedFile[],
  handles: readonly FileSystemHandle[],
): Promise<void> {
  const queue = uploadQueueOf(submissionId);
  const isKnown = queue.snapshot().items.length > 0;
  queue.add(picked, handles, isKnown ? null : await readBatch(submissionId));
}

const STANDALONE = 'standalone ';

/** Whether what a queue sends belongs to no submission. */
export const isStandalone = (home: string): boolean => home.startsWith(STANDALONE);

/**
 * The queue of standalone files of which the same is said; `about` is their metadata. What was left
 * unfinished goes on when the files are chosen again, with the same said of them.
 */
export const standaloneQueueOf = (about: Readonly<Record<string, string>>): UploadQueue =>
  queueOf(STANDALONE + JSON.stringify(about), listStandalone, {
    about,
    // The server finds duplicates once it has the bytes.
    check: async () => [],
    keep: () => {},
  });

const listStandalone = async () => (await client.uploads.listStandalone()).uploads;

/** The queues of standalone files that there are, by name. */
export const standaloneQueues = (): [home: string, queue: UploadQueue][] =>
  [...queues].filter(([home]) => isStandalone(home));

/** The queue by its name, which there is as long as anything is listed under it. */
export const knownQueue = (home: string): UploadQueue | undefined => queues.get(home);

type List = () => Promise<readonly Upload[]>;
type OwnParts = Pick<ConstructorParameters<typeof UploadQueue>[0], 'about' | 'check' | 'keep'>;

function queueOf(home: string, list: List, parts: OwnParts): UploadQueue {
  const existing = queues.get(home);
  if (existing) return existing;
  const queue = createQueue(home, list, parts);
  queues.set(home, queue);
  let release: (() => void) | null = null;
  let isFollowed = false;
  queue.watch(() => {
    if (queue.isBusy()) release ??= holdLock(home);
    else {
      release?.();
      release = null;
    }
    if (queue.isStoring() && !isFollowed) {
      isFollowed = true;
      void followStoring(list, queue).finally(() => {
        isFollowed = false;
      });
    }
    for (const watcher of watchers) watcher();
  });
  return queue;
}

function createQueue(home: string, list: List, parts: OwnParts): UploadQueue {
  const queue: UploadQueue = new UploadQueue({
    ...parts,
    home,
    account: () => session.state().user?.id ?? '',
    send: sendFile,
    forget: forgetAddress,
    hash: hashFile,
    onCancelled: (cancelled) =>
      void discardCancelled(list, cancelled, () => queue.snapshot().items),
    onFailures: (failed) => reportFailures(home, failed),
    onMended: () => toast.withdraw(toastOf(home)),
  });
  return queue;
}

/** The key of the toast that tells of a queue's failures. */
const toastOf = (home: string) => `upload to ${home}`;

function reportFailures(home: string, failed: readonly UploadItem[]): void {
  const [first] = failed;
  if (!first) return;
  if (failed.length === 1) {
    const title = `Failed to upload ${first.name}: ${first.message ?? 'unknown reason'}`;
    return toast.error(title, null, toastOf(home));
  }
  const names = failed.slice(0, 3).map(({ name }) => name);
  const rest = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  toast.error(
    'Failed to upload files',
    `${counted(failed.length, 'file')}: ${names.join(', ')}${rest}. See the list for details.`,
    toastOf(home),
  );
}

/** Learns what became of the files that are being stored, also while no screen shows them. */
async function followStoring(list: List, queue: UploadQueue): Promise<void> {
  while (queue.isStoring()) {
    const askedAt = Date.now();
    try {
      queue.learn(await list(), askedAt);
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
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()?.request(lockName(submissionId), { mode: 'shared' }, () => released);
  return release;
}

/** Whether a tab of this browser uploads to the submission right now. */
export async function isUploading(submissionId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === lockName(submissionId));
}

/** Resolves when no tab of this browser uploads to the submission any more; rejects when `signal` ends the wait. */
export async function untilUploaded(submissionId: string, signal: AbortSignal): Promise<void> {
  await locks()?.request(lockName(submissionId), { signal }, () => {});
}

/** Hears of changes in any queue. */
export function watchUploads(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Stops what is being sent to a submission that is no more. */
export const abandonUploads = (submissionId: string): void => queues.get(submissionId)?.abandon();

/** The names of the queues that still have something to send: of submissions, their ids. */
export const busyUploads = (): string[] =>
  [...queues].filter(([, queue]) => queue.isBusy()).map(([home]) => home);

/** Whoever comes back goes on. */
session.listen((event) => {
  if (event === 'person-changed') for (const queue of queues.values()) queue.leave();
});

/** Leaving the page would stop what is being sent; the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (busyUploads().length > 0) event.preventDefault();
});
