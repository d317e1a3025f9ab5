import { client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { hashFile } from '#web/lib/hash-file.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { sendFile } from './send-file.ts';
import { discardUploads, filesOf, knownFiles } from './upload-api.ts';
import { isSettled, type UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';
import {
  readRecords,
  removeOldRecords,
  STANDALONE,
  type UploadRecord,
  writeRecords,
} from './upload-records.ts';
import { tabs } from './upload-tabs.ts';

const queues = new Map<string, UploadQueue>();
const watchers = new Set<() => void>();
const ASK_AGAIN = 2000;

const account = () => session.state().user?.id ?? '';

/** The upload queue of a submission, or of the files of none; the same one as long as the page is not left. */
export function uploadQueueOf(home: string): UploadQueue {
  const queue = queues.get(home) ?? createQueue(home);
  queues.set(home, queue);
  return queue;
}

/** All that this person began to upload in this browser and that is not finished. */
export const unfinishedRecords = async (): Promise<UploadRecord[]> =>
  (await readRecords(account())).filter((record) => !isSettled(record));

const listUploads = async (home: string) =>
  (home === STANDALONE
    ? await client.uploads.listStandalone()
    : await client.uploads.list({ submissionId: home })
  ).uploads;

function createQueue(home: string): UploadQueue {
  const queue: UploadQueue = new UploadQueue({
    home,
    account,
    tabs,
    keeper: {
      read: () => readRecords(account(), home),
      async write(changed, removed) {
        await writeRecords(changed, removed);
        tabs.tell(home);
      },
    },
    // Of standalone files the server finds duplicates once it has the bytes.
    check: async (sha256) => (home === STANDALONE ? [] : knownFiles(home, sha256)),
    arrived: async (ids) => (home === STANDALONE ? new Set() : filesOf(home, ids)),
    send: sendFile,
    hash: hashFile,
    discard: discardUploads,
    onFailures: (failed) => reportFailures(home, failed),
    onMended: () => toast.withdraw(toastOf(home)),
  });
  let isFollowed = false;
  queue.watch(() => {
    if (queue.isStoring() && !isFollowed) {
      isFollowed = true;
      void followStoring(home, queue).finally(() => {
        isFollowed = false;
      });
    }
    for (const watcher of watchers) watcher();
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
async function followStoring(home: string, queue: UploadQueue): Promise<void> {
  while (queue.isStoring()) {
    const askedAt = Date.now();
    try {
      queue.learn(await listUploads(home), askedAt);
    } catch {
      // The connection is away, or nobody is signed in: asked again below.
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, ASK_AGAIN);
    });
  }
}

/** Hears of changes in any queue. */
export function watchUploads(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Stops what is being sent to a submission that is no more. */
export const abandonUploads = (submissionId: string): void => queues.get(submissionId)?.abandon();

/** The homes to which something is still to be sent. */
export const busyUploads = (): string[] =>
  [...queues].filter(([, queue]) => queue.isBusy()).map(([home]) => home);

/** Whoever comes back goes on. */
session.listen((event) => {
  if (event === 'person-changed') for (const queue of queues.values()) queue.leave();
});

tabs.hear((home) => void queues.get(home)?.load());
removeOldRecords();

/** Leaving the page would stop what is being sent; the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (busyUploads().length > 0) event.preventDefault();
});
