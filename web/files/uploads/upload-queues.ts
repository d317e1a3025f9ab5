import type { Upload } from '#domain/uploads.ts';
import { client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { hashFile } from '#web/lib/hash-file.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { sendFile } from './send-file.ts';
import { discardCancelled, filesOf, knownFiles } from './upload-api.ts';
import { isSettled, type UploadItem } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';
import {
  readRecords,
  removeOldRecords,
  type UploadRecord,
  writeRecords,
} from './upload-records.ts';
import { tabs } from './upload-tabs.ts';

const queues = new Map<string, UploadQueue>();
const watchers = new Set<() => void>();
const ASK_AGAIN = 2000;

const account = () => session.state().user?.id ?? '';

/** The upload queue of a submission; the same one as long as the page is not left. */
export const uploadQueueOf = (submissionId: string): UploadQueue =>
  queues.get(submissionId) ??
  createQueue(submissionId, {
    about: { submissionId },
    list: async () => (await client.uploads.list({ submissionId })).uploads,
    check: (sha256) => knownFiles(submissionId, sha256),
    arrived: (ids) => filesOf(submissionId, ids),
  });

const STANDALONE = 'standalone ';

/** Whether what a queue sends belongs to no submission. */
export const isStandalone = (home: string): boolean => home.startsWith(STANDALONE);

/** The queue of standalone files of which the same is said; `about` is their metadata. */
export const standaloneQueueOf = (about: Readonly<Record<string, string>>): UploadQueue => {
  const home = STANDALONE + JSON.stringify(about);
  return (
    queues.get(home) ??
    createQueue(home, {
      about,
      list: async () => (await client.uploads.listStandalone()).uploads,
      // The server finds duplicates once it has the bytes.
      check: async () => [],
      arrived: async () => new Set(),
    })
  );
};

/** The queues of standalone files that there are, by name. */
export const standaloneQueues = (): [home: string, queue: UploadQueue][] =>
  [...queues].filter(([home]) => isStandalone(home));

/** Makes queues of the standalone files that were under way when the page was left, and goes on with them. */
export async function resumeStandalone(): Promise<void> {
  for (const { home } of await unfinishedRecords()) {
    if (isStandalone(home)) {
      standaloneQueueOf(JSON.parse(home.slice(STANDALONE.length)) as Record<string, string>);
    }
  }
  await Promise.all(standaloneQueues().map(([, queue]) => queue.resumeKept()));
}

/** All that this person began to upload in this browser and that is not finished. */
export const unfinishedRecords = async (): Promise<UploadRecord[]> =>
  (await readRecords(account())).filter((record) => !isSettled(record));

/** The queue by its name, which there is as long as anything is listed under it. */
export const knownQueue = (home: string): UploadQueue | undefined => queues.get(home);

type Home = Pick<ConstructorParameters<typeof UploadQueue>[0], 'about' | 'check' | 'arrived'> & {
  list: () => Promise<readonly Upload[]>;
};

function createQueue(home: string, { list, ...parts }: Home): UploadQueue {
  const queue: UploadQueue = new UploadQueue({
    ...parts,
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
    send: sendFile,
    hash: hashFile,
    onCancelled: (cancelled) => discardCancelled(list, cancelled, () => queue.snapshot().items),
    onFailures: (failed) => reportFailures(home, failed),
    onMended: () => toast.withdraw(toastOf(home)),
  });
  queues.set(home, queue);
  let isFollowed = false;
  queue.watch(() => {
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
async function followStoring(list: Home['list'], queue: UploadQueue): Promise<void> {
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

tabs.hear((home) => void queues.get(home)?.load());
removeOldRecords();

/** Leaving the page would stop what is being sent; the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (busyUploads().length > 0) event.preventDefault();
});
