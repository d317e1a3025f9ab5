import { dropFiles, keepFiles, type KeptBatch, markDone, sortOut } from './kept-batch.ts';
import { likenessOf, type PickedFile } from './picked-file.ts';

/** The batch that is under way, kept over a reload of the page by `keep`; null when none is. */
export class BatchMemory {
  readonly #submissionId: string;
  readonly #keep: (batch: KeptBatch | null) => void;
  #batch: KeptBatch | null = null;

  constructor(submissionId: string, keep: (batch: KeptBatch | null) => void) {
    this.#submissionId = submissionId;
    this.#keep = keep;
  }

  /** Adds files, to `before` when nothing is under way; says which still have to go. */
  add(
    picked: readonly PickedFile[],
    handles: readonly FileSystemHandle[],
    before: KeptBatch | null,
  ): { left: PickedFile[]; through: PickedFile[] } {
    const batch = keepFiles(this.#batch ?? before, this.#submissionId, picked, handles);
    this.#set(batch);
    return sortOut(batch, picked);
  }

  done(file: File): void {
    if (this.#batch) this.#set(markDone(this.#batch, new Set([likenessOf(file)])));
  }

  cancelled(files: readonly File[]): void {
    if (this.#batch) this.#set(dropFiles(this.#batch, new Set(files.map(likenessOf))));
  }

  paused(isPaused: boolean): void {
    if (this.#batch) this.#set({ ...this.#batch, isPaused });
  }

  #set(batch: KeptBatch | null): void {
    this.#batch = batch;
    this.#keep(batch);
  }
}
