import type { KeptBatch } from './kept-batch.ts';

const DATABASE = 'overfly-uploads';
const BATCHES = 'batches';

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(BATCHES, { keyPath: 'submissionId' }),
  );
  return answerOf(request);
}

async function withBatches<T>(
  mode: IDBTransactionMode,
  work: (batches: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await answerOf(work(database.transaction(BATCHES, mode).objectStore(BATCHES)));
  } finally {
    database.close();
  }
}

/** What was being uploaded to a submission when the page was left; null when nothing was. */
export async function readBatch(submissionId: string): Promise<KeptBatch | null> {
  try {
    const found = await withBatches<unknown>('readonly', (batches) => batches.get(submissionId));
    return (found as KeptBatch | undefined) ?? null;
  } catch {
    // Without the memory an upload still continues where it stopped, once the files are chosen again.
    return null;
  }
}

async function write(submissionId: string, batch: KeptBatch | null): Promise<void> {
  try {
    await withBatches<unknown>('readwrite', (batches): IDBRequest =>
      batch ? batches.put(batch) : batches.delete(submissionId),
    );
  } catch {
    // A browser in private mode, or handles that it does not store: try without them.
    if (batch && batch.handles.length > 0) await write(submissionId, { ...batch, handles: [] });
  }
}

/** Keeps the latest batch of a submission in IndexedDB; while one is written only the last that came waits. */
export function createBatchKeeper(submissionId: string): (batch: KeptBatch | null) => void {
  let next: { batch: KeptBatch | null } | null = null;
  let isWriting = false;
  const drain = async () => {
    isWriting = true;
    for (let job = next; job; job = next) {
      next = null;
      await write(submissionId, job.batch);
    }
    isWriting = false;
  };
  return (batch) => {
    next = { batch };
    if (!isWriting) void drain();
  };
}
