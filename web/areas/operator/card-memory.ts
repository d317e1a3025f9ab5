import type { LeftOver } from '#web/submissions/visits/sift.ts';
import { type Gathered, likenessOf } from '#web/files/uploads/picked-files.ts';

/** A file of the card as it is remembered; `left` if it was set aside from a draft. */
export type KeptCardFile = Pick<File, 'name' | 'size' | 'lastModified'> & { left?: LeftOver };
export type KeptCard = { handles: readonly FileSystemHandle[]; files: readonly KeptCardFile[] };

type Snapshot = {
  /** Files that were on the card before the page was left, and are not on it again. */
  missing: readonly KeptCardFile[];
  /** Whether the browser can read them again by itself. */
  canContinue: boolean;
  /** Whether files of no draft are on the card that the browser could not read again after a reload. */
  isAtRisk: boolean;
};

/** What is remembered over a reload of the files of a card that are in no draft yet; `keep` stores it. */
export class CardMemory {
  readonly #keep: (kept: KeptCard | null) => void;
  readonly #watchers = new Set<() => void>();
  /** Likenesses of files that came without a handle. */
  readonly #unheld = new Set<string>();
  /** Which drafts files were set aside from before the page was left, by likeness. */
  #left: ReadonlyMap<string, LeftOver> = new Map();
  #handles: readonly FileSystemHandle[] = [];
  #snapshot: Snapshot = { missing: [], canContinue: false, isAtRisk: false };

  constructor(keep: (kept: KeptCard | null) => void) {
    this.#keep = keep;
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  snapshot = (): Snapshot => this.#snapshot;
  handles = (): readonly FileSystemHandle[] => this.#handles;

  /** Which draft a file was set aside from before the page was left. */
  leftOf = (file: File): LeftOver | null => this.#left.get(likenessOf(file)) ?? null;

  /** Takes over what was kept when the page was left. */
  recall(kept: KeptCard | null): void {
    if (!kept) return;
    this.#handles = [...kept.handles, ...this.#handles];
    this.#left = new Map(
      kept.files.flatMap((file) => (file.left ? [[likenessOf(file), file.left]] : [])),
    );
    this.#change({ missing: kept.files });
  }

  /** Hears of files that were dropped or chosen, before `save`. */
  add({ files, handles }: Gathered): void {
    this.#handles = [...this.#handles, ...handles];
    if (handles.length > 0) return;
    for (const { file } of files) this.#unheld.add(likenessOf(file));
  }

  /** The card has changed: `files` are on it now and in no draft yet. */
  save(files: readonly { file: File; left: LeftOver | null }[]): void {
    const present = new Set(files.map(({ file }) => likenessOf(file)));
    const missing = this.#snapshot.missing.filter((file) => !present.has(likenessOf(file)));
    const kept = files.map(({ file: { name, size, lastModified }, left }) => ({
      name,
      size,
      lastModified,
      ...(left && { left }),
    }));
    const all = [...missing, ...kept];
    if (all.length === 0) this.#handles = [];
    // What was set aside from a draft is no loss: nobody wanted it at first.
    const isAtRisk = files.some(({ file, left }) => !left && this.#unheld.has(likenessOf(file)));
    this.#change({ missing, isAtRisk });
    this.#keep(all.length === 0 ? null : { handles: this.#handles, files: all });
  }

  /** Gives up what is missing, before `save`. */
  forget(): void {
    this.#left = new Map();
    this.#change({ missing: [] });
  }

  #change(change: Partial<Snapshot>): void {
    const canContinue = this.#handles.length > 0;
    this.#snapshot = { ...this.#snapshot, ...change, canContinue };
    for (const watcher of this.#watchers) watcher();
  }
}
