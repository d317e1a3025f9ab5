import type { Upload } from '#domain/uploads.ts';
import { Speedometer } from './progress.ts';
import {
  isPending,
  isSettled,
  outcomeOf,
  type QueueSnapshot,
  totalsOf,
  type UploadItem,
  uploadIdOf,
} from './upload-item.ts';
import type { UploadRecord, UploadState } from './upload-records.ts';

/** An item with the queue's internal data. */
export type Entry = {
  item: UploadItem;
  /** Null if the file was chosen before a reload and hasn't been read again. */
  file: File | null;
  /** From before a reload, or from another tab. */
  isKept: boolean;
  /** Handled by another open page, so this page must not change it. */
  isElsewhere: boolean;
  isContinued: boolean;
  /** When all bytes were sent, in milliseconds. */
  sentAt: number;
};

export type RecordStore = {
  read: () => Promise<UploadRecord[]>;
  write: (changed: readonly UploadRecord[], removed: readonly string[]) => Promise<void>;
};

type ListOwners = () => Promise<(owner: string) => boolean>;

const NOTIFY_MILLISECONDS = 200;

function toRecord({ sent: _sent, ...record }: UploadItem): UploadRecord {
  return isPending(record) ? { ...record, state: 'waiting' } : record;
}

const areSame = (a: UploadRecord | undefined, b: UploadRecord): boolean =>
  a !== undefined && (Object.keys(b) as (keyof UploadRecord)[]).every((key) => a[key] === b[key]);

/** The uploads of a home (a submission, or STANDALONE). Every change is written to the stored records. */
export class UploadList {
  readonly speed = new Speedometer();
  readonly #store: RecordStore;
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Set<() => void>();
  #saved = new Map<string, UploadRecord>();
  #writing: Promise<void> | null = null;
  #loading = Promise.resolve();
  #isDirty = false;
  #isConnectionLost = false;
  #willNotify = false;
  #snapshot: QueueSnapshot | null = null;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  /** Files handled by this page. */
  all(): Entry[] {
    return [...this.#entries.values()].filter(({ isKept }) => !isKept);
  }

  /** Files from before a reload, or from another tab. */
  kept(): Entry[] {
    return [...this.#entries.values()].filter(({ isKept }) => isKept);
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** The files in a state, except those of another tab. */
  inState(state: UploadState): Entry[] {
    return [...this.#entries.values()].filter(
      ({ item, isElsewhere }) => item.state === state && !isElsewhere,
    );
  }

  insert(record: UploadRecord, file: File): void {
    const page = { isKept: false, isElsewhere: false, isContinued: false, sentAt: 0 };
    this.#entries.set(record.id, { item: { ...record, sent: 0 }, file, ...page });
    this.#markChanged(true);
  }

  set(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
    this.#markChanged(Object.keys(change).some((key) => key !== 'sent'));
  }

  delete({ item }: Entry): void {
    this.#entries.delete(item.id);
    this.#markChanged(true);
  }

  /** Hides a file. Its record is kept while other files are unfinished. */
  hide(entry: Entry): void {
    entry.isKept = true;
    this.#markChanged(true);
  }

  hideAll(): void {
    this.#entries.clear();
    this.#saved.clear();
    this.#markChanged(true);
  }

  /**
   * Loads the records of files that this page doesn't handle. `owners` resolves to a function that checks whether
   * another page does.
   */
  load(owners: ListOwners): Promise<void> {
    return (this.#loading = this.#loading.then(() => this.#load(owners)));
  }

  async #load(owners: ListOwners): Promise<void> {
    let records: UploadRecord[];
    let isTaken: (owner: string) => boolean;
    do {
      await this.flush();
      records = await this.#store.read();
      // Called after reading the records, because a tab takes its lock before it writes any.
      isTaken = await owners();
      // Read again if this page's list has changed in between.
    } while (this.#isDirty);
    const before = new Map(this.kept().map((entry) => [entry.item.id, entry]));
    for (const id of before.keys()) this.#entries.delete(id);
    for (const record of records) {
      if (this.#entries.has(record.id)) continue;
      this.#saved.set(record.id, record);
      this.#entries.set(record.id, {
        item: { ...record, sent: isSettled(record) ? record.size : 0 },
        file: before.get(record.id)?.file ?? null,
        isKept: true,
        isElsewhere: isTaken(record.owner),
        isContinued: false,
        sentAt: 0,
      });
    }
    this.#markChanged(true);
  }

  async flush(): Promise<void> {
    while (this.#writing || this.#isDirty) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  /** Stores the list, or removes it once everything is settled. */
  async #write(): Promise<void> {
    // Batches all changes made in this tick.
    await Promise.resolve();
    this.#isDirty = false;
    const ours = [...this.#entries.values()].filter(({ isElsewhere }) => !isElsewhere);
    const isOver = ours.every(({ item }) => isSettled(item));
    if (isOver) for (const { item, isKept } of ours) if (isKept) this.#entries.delete(item.id);
    const records = new Map(
      isOver ? [] : ours.map(({ item }) => [item.id, toRecord(item)] as const),
    );
    const changed = [...records.values()].filter(
      (record) => !areSame(this.#saved.get(record.id), record),
    );
    const isOthers = (id: string) => this.#entries.get(id)?.isElsewhere ?? false;
    const removed = [...this.#saved.keys()].filter((id) => !records.has(id) && !isOthers(id));
    for (const record of changed) this.#saved.set(record.id, record);
    for (const id of removed) this.#saved.delete(id);
    if (changed.length + removed.length > 0) await this.#store.write(changed, removed);
  }

  /** Applies the server's outcomes to fully sent files. Returns the refused ones. */
  applyServerState(uploads: readonly Upload[], requestedAt: number): Entry[] {
    const storing = this.inState('storing');
    const rows = new Map(uploads.map((upload) => [upload.id, upload]));
    for (const entry of storing) {
      const row = rows.get(uploadIdOf(entry.item) ?? '');
      // Without a row, the file was stored and cleared from the list, unless the list was requested before the upload
      // ended.
      const isGone = !row && requestedAt > entry.sentAt;
      const outcome = row ? outcomeOf(row) : null;
      if (isGone || outcome) this.set(entry, outcome ?? { state: 'stored' });
    }
    return storing.filter(({ item }) => item.state === 'refused');
  }

  setConnection(isLost: boolean): void {
    if (this.#isConnectionLost === isLost) return;
    this.#isConnectionLost = isLost;
    if (isLost) this.speed.reset();
    this.#markChanged(false);
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  snapshot = (): QueueSnapshot => {
    if (this.#snapshot) return this.#snapshot;
    const items = this.all().map(({ item }) => item);
    const keptFiles = (isThere: boolean) => {
      const found = this.kept().filter(({ isElsewhere }) => isElsewhere === isThere);
      const kept = found.map(({ item }) => item);
      return kept.every(isSettled) ? [] : kept;
    };
    const totals = totalsOf(items);
    this.#snapshot = {
      items,
      kept: keptFiles(false),
      inOtherTabs: keptFiles(true),
      totals,
      isConnectionLost: this.#isConnectionLost && totals.pending > totals.paused,
      isPaused: totals.pending > 0 && totals.paused === totals.pending,
      bytesPerSecond: this.speed.rate(Date.now()),
    };
    return this.#snapshot;
  };

  #markChanged(mustSave: boolean): void {
    this.#snapshot = null;
    if (mustSave) {
      this.#isDirty = true;
      void this.flush();
    }
    if (this.#willNotify) return;
    this.#willNotify = true;
    setTimeout(() => {
      this.#willNotify = false;
      for (const watcher of this.#watchers) watcher();
    }, NOTIFY_MILLISECONDS);
  }
}
