import { groupBy } from '#domain/group-by.ts';
import { recordStore } from '#web/lib/record-store.ts';
import { likenessOf } from './picked-files.ts';
import { isSettled, type KeptOutcome } from './upload-item.ts';
import type { Entry, UploadList } from './upload-list.ts';

/**
 * A file of a batch as it is remembered; `lastModified` in milliseconds, `outcome` unless it was stored, `failure`: why
 * it did not get through.
 */
export type KeptFile = Pick<File, 'name' | 'size' | 'lastModified'> & {
  isDone: boolean;
  outcome?: KeptOutcome;
  failure?: string;
};

/**
 * What the browser remembers of the files chosen for a submission until all of them are there:
 * which they were, and, where the browser can, the handles to read them again.
 */
export type KeptBatch = {
  submissionId: string;
  handles: readonly FileSystemHandle[];
  files: readonly KeptFile[];
  isPaused: boolean;
};

/** How a file is remembered. */
export const keptFile = ({ name, size, lastModified }: File, isDone: boolean): KeptFile => ({
  name,
  size,
  lastModified,
  isDone,
});

function keptEntry({ file, item }: Entry): KeptFile {
  const kept = keptFile(file, isSettled(item));
  const { state, message, uploadId } = item;
  if (state === 'failed' && message !== null) return { ...kept, failure: message };
  const isOther = kept.isDone && state !== 'stored';
  return isOther ? { ...kept, outcome: { state, message, uploadId } } : kept;
}

/**
 * How far a batch had come: files and bytes in all, and those that were through. `bytesOfParts`: what
 * the server has of files that are not.
 */
export function keptTotals(batch: KeptBatch, bytesOfParts: number) {
  const done = batch.files.filter(({ isDone }) => isDone);
  const sum = (files: readonly KeptFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);
  return {
    files: batch.files.length,
    filesDone: done.length,
    bytes: sum(batch.files),
    bytesDone: sum(done) + bytesOfParts,
  };
}

/** Why files did not get through, each reason with their names. */
export function keptFailures(files: readonly KeptFile[]): [reason: string, names: string[]][] {
  const failed = files.flatMap(({ name, isDone, failure }) =>
    isDone || failure === undefined ? [] : [{ name, failure }],
  );
  const reasons = groupBy(failed, ({ failure }) => failure);
  return [...reasons].map(([reason, of]) => [reason, of.map(({ name }) => name)]);
}

/** The batch with what the submission holds already: the page may have been left before it heard of that. */
export function withArrived(
  batch: KeptBatch,
  arrived: readonly { fileName: string; fileSize: number }[],
): KeptBatch {
  const here = new Set(arrived.map(({ fileName, fileSize }) => `${fileSize} ${fileName}`));
  const files = batch.files.map((file) => ({
    ...file,
    isDone: file.isDone || here.has(`${file.size} ${file.name}`),
  }));
  return { ...batch, files };
}

type Keep = (batch: KeptBatch | null) => void;

/** What `keep` remembers over a reload of the page of the files on a list, until all of them are there. */
export class BatchMemory {
  readonly #submissionId: string;
  readonly #list: UploadList;
  readonly #keep: Keep;
  /** Files of this batch that are not on the list: of before the reload, or taken off it. */
  #absent: KeptFile[] = [];
  #handles: FileSystemHandle[] = [];
  #isOver = true;

  constructor(submissionId: string, list: UploadList, keep: Keep) {
    this.#submissionId = submissionId;
    this.#list = list;
    this.#keep = keep;
  }

  /** Takes over what was kept before the page was left; answers all that is awaited, by likeness. */
  recall(handles: readonly FileSystemHandle[], kept: KeptBatch | null): Map<string, KeptFile> {
    this.#handles.push(...(kept?.handles ?? []), ...handles);
    this.#absent.push(...(kept?.files ?? []));
    return new Map(this.#absent.map((file) => [likenessOf(file), file]));
  }

  /** Files that came through go off the list, and still belong to the batch while it lasts. */
  leave(entries: readonly Entry[]): void {
    if (!this.#isOver) this.#absent.push(...entries.map(({ file }) => keptFile(file, true)));
  }

  /** The list has changed. */
  save(): void {
    const entries = this.#list.all();
    const present = new Set(entries.map(({ file }) => likenessOf(file)));
    this.#absent = this.#absent.filter((file) => !present.has(likenessOf(file)));
    const listed = entries.map(keptEntry);
    const files = [...this.#absent, ...listed];
    this.#isOver = files.every(({ isDone }) => isDone);
    if (this.#isOver) [this.#absent, this.#handles] = [[], []];
    const { isPaused } = this.#list.snapshot();
    const batch = { submissionId: this.#submissionId, handles: this.#handles, files, isPaused };
    this.#keep(this.#isOver ? null : batch);
  }
}

const withBatches = recordStore('overfly-uploads', 'batches', 'submissionId');

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

/** All batches kept in this browser. */
export async function readBatches(): Promise<KeptBatch[]> {
  try {
    const found = await withBatches<unknown>('readonly', (all): IDBRequest => all.getAll());
    return found as KeptBatch[];
  } catch {
    return [];
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
export function createBatchKeeper(submissionId: string): Keep {
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
