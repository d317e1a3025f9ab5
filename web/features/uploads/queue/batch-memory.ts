import { type KeptBatch, type KeptFile, keptFile } from './kept-batch.ts';
import { likenessOf } from './picked-file.ts';
import { isSettled } from './upload-item.ts';
import type { Entry, UploadList } from './upload-list.ts';

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
    const listed = entries.map(({ file, item }) => keptFile(file, isSettled(item)));
    const files = [...this.#absent, ...listed];
    this.#isOver = files.every(({ isDone }) => isDone);
    if (this.#isOver) [this.#absent, this.#handles] = [[], []];
    const { isPaused } = this.#list.snapshot();
    const batch = { submissionId: this.#submissionId, handles: this.#handles, files, isPaused };
    this.#keep(this.#isOver ? null : batch);
  }
}
