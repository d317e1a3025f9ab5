import { client, errorCode } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { hashFile } from '#web/lib/hash-file.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { sendFile } from './send-file.ts';
import type { KnownFile } from './intake.ts';
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
const POLL_MS = 2000;

const account = () => session.state().user?.id ?? '';

export function uploadQueueOf(home: string): UploadQueue {
  const queue = queues.get(home) ?? createQueue(home);
  queues.set(home, queue);
  return queue;
}

export const unfinishedRecords = async (): Promise<UploadRecord[]> =>
  (await readRecords(account())).filter((record) => !isSettled(record));

const listUploads = async (home: string) =>
  (home === STANDALONE
    ? await client.uploads.listStandalone()
    : await client.uploads.list({ submissionId: home })
  ).uploads;

async function knownFiles(submissionId: string, sha256: string[]): Promise<KnownFile[]> {
  const { known } = await client.uploads.check({ submissionId, sha256 });
  if (known.length === 0) return [];
  const { files } = await client.files.list({ submissionId });
  const here = new Set(files.map((file) => file.sha256));
  return known.map((file) => ({ ...file, isHere: here.has(file.sha256) }));
}

/** Which of the uploads are stored as files of the submission. A file has the same ID as its upload. */
async function findStoredFiles(
  submissionId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  try {
    const { files } = await client.files.list({ submissionId });
    const wanted = new Set(ids);
    return new Set(files.flatMap(({ id }) => (wanted.has(id) ? [id] : [])));
  } catch {
    return new Set();
  }
}

/** Deletes an upload and its data from the server. Ignores unknown uploads. */
export async function discardUpload(id: string): Promise<void> {
  try {
    await client.uploads.discard({ id });
  } catch (error) {
    if (errorCode(error) !== 'UPLOAD_NOT_FOUND') throw error;
  }
}

async function discardUploads(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await discardUpload(id);
  } catch {
    // Remaining uploads are listed on the screen and can be discarded there.
  }
}

function createQueue(home: string): UploadQueue {
  const queue: UploadQueue = new UploadQueue({
    home,
    account,
    tabs,
    recordStore: {
      read: () => readRecords(account(), home),
      async write(changed, removed) {
        await writeRecords(changed, removed);
        tabs.notify(home);
      },
    },
    // For standalone files, the server detects duplicates after the upload.
    check: async (sha256) => (home === STANDALONE ? [] : knownFiles(home, sha256)),
    findStored: async (ids) => (home === STANDALONE ? new Set() : findStoredFiles(home, ids)),
    send: sendFile,
    hash: hashFile,
    discard: discardUploads,
    onFailures: (failed) => reportFailures(home, failed),
    onFailuresResolved: () => toast.withdraw(toastIdOf(home)),
  });
  let isPolling = false;
  queue.watch(() => {
    if (queue.isStoring() && !isPolling) {
      isPolling = true;
      void pollOutcomes(home, queue).finally(() => {
        isPolling = false;
      });
    }
    for (const watcher of watchers) watcher();
  });
  return queue;
}

const toastIdOf = (home: string) => `upload to ${home}`;

function reportFailures(home: string, failed: readonly UploadItem[]): void {
  const [first] = failed;
  if (!first) return;
  if (failed.length === 1) {
    const title = `Failed to upload ${first.name}: ${first.message ?? 'unknown reason'}`;
    return toast.error(title, null, toastIdOf(home));
  }
  const names = failed.slice(0, 3).map(({ name }) => name);
  const rest = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  toast.error(
    'Failed to upload files',
    `${counted(failed.length, 'file')}: ${names.join(', ')}${rest}. See the list for details.`,
    toastIdOf(home),
  );
}

/** Polls until no file is being stored, even if no screen shows the upload. */
async function pollOutcomes(home: string, queue: UploadQueue): Promise<void> {
  while (queue.isStoring()) {
    const requestedAt = Date.now();
    try {
      queue.applyServerUpload(await listUploads(home), requestedAt);
    } catch {
      // Offline or signed out: retry below.
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}

export function watchUploads(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const abandonUploads = (submissionId: string): void => queues.get(submissionId)?.abandon();

export const busyUploads = (): string[] =>
  [...queues].filter(([, queue]) => queue.isBusy()).map(([home]) => home);

/** The records stay, so that the previous person can resume later. */
session.listen((event) => {
  if (event === 'person-changed') for (const queue of queues.values()) queue.stopAndHide();
});

tabs.subscribe((home) => void queues.get(home)?.load());
removeOldRecords();

/** Makes the browser ask for confirmation if leaving the page would interrupt an upload. */
window.addEventListener('beforeunload', (event) => {
  if (busyUploads().length > 0) event.preventDefault();
});
