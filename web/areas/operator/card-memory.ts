import type { LeftOver } from '#web/submissions/card/split-files.ts';
import { type GatheredFiles, fileKey } from '#web/files/uploads/picked-files.ts';

export type SavedCardFile = Pick<File, 'name' | 'size' | 'lastModified'> & { left?: LeftOver };
export type SavedCard = { handles: readonly FileSystemHandle[]; files: readonly SavedCardFile[] };

type Snapshot = {
  /** Files that were on the card before the page was reloaded, but aren't available now. */
  missing: readonly SavedCardFile[];
  /** Whether the browser has handles to read them again. */
  canContinue: boolean;
  /** Whether a reload would lose files that aren't in a draft and have no handle. */
  isAtRisk: boolean;
};

/** Remembers across reloads which of the card's files aren't in a draft yet. `keep` stores them. */
export class CardMemory {
  readonly #save: (kept: SavedCard | null) => void;
  readonly #watchers = new Set<() => void>();
  /** Keys of files that came without a handle. */
  readonly #withoutHandle = new Set<string>();
  /** By file key: the draft that a file was excluded from before the reload. */
  #leftOvers: ReadonlyMap<string, LeftOver> = new Map();
  #handles: readonly FileSystemHandle[] = [];
  #snapshot: Snapshot = { missing: [], canContinue: false, isAtRisk: false };

  constructor(keep: (kept: SavedCard | null) => void) {
    this.#save = keep;
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  snapshot = (): Snapshot => this.#snapshot;
  handles = (): readonly FileSystemHandle[] => this.#handles;

  leftOverOf = (file: File): LeftOver | null => this.#leftOvers.get(fileKey(file)) ?? null;

  restore(kept: SavedCard | null): void {
    if (!kept) return;
    this.#handles = [...kept.handles, ...this.#handles];
    this.#leftOvers = new Map(
      kept.files.flatMap((file) => (file.left ? [[fileKey(file), file.left]] : [])),
    );
    this.#change({ missing: kept.files });
  }

  /** Call with dropped or chosen files, before `save`. */
  add({ files, handles }: GatheredFiles): void {
    this.#handles = [...this.#handles, ...handles];
    if (handles.length > 0) return;
    for (const { file } of files) this.#withoutHandle.add(fileKey(file));
  }

  save(files: readonly { file: File; left: LeftOver | null }[]): void {
    const present = new Set(files.map(({ file }) => fileKey(file)));
    const missing = this.#snapshot.missing.filter((file) => !present.has(fileKey(file)));
    const kept = files.map(({ file: { name, size, lastModified }, left }) => ({
      name,
      size,
      lastModified,
      ...(left && { left }),
    }));
    const all = [...missing, ...kept];
    if (all.length === 0) this.#handles = [];
    // Files that a draft excluded don't count as a loss.
    const isAtRisk = files.some(
      ({ file, left }) => !left && this.#withoutHandle.has(fileKey(file)),
    );
    this.#change({ missing, isAtRisk });
    this.#save(all.length === 0 ? null : { handles: this.#handles, files: all });
  }

  /** Forgets the missing files; call before `save`. */
  forget(): void {
    this.#leftOvers = new Map();
    this.#change({ missing: [] });
  }

  #change(change: Partial<Snapshot>): void {
    const canContinue = this.#handles.length > 0;
    this.#snapshot = { ...this.#snapshot, ...change, canContinue };
    for (const watcher of this.#watchers) watcher();
  }
}
