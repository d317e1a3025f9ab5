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

/** An item of the list with what only the queue needs of it. */
export type Entry = {
  item: UploadItem;
  /** Null for what was chosen before the page was loaded and has not been read again. */
  file: File | null;
  /** It was begun before the page was loaded, or by another tab. */
  isKept: boolean;
  /** A page that is open, other than this one, works on it: nothing of it is changed here. */
  isElsewhere: boolean;
  /** It was chosen before the page was left, and goes on now. */
  isContinued: boolean;
  /** When the server had all of its bytes, milliseconds. */
  sentAt: number;
};

/** Where records are kept. */
export type RecordKeeper = {
  read: () => Promise<UploadRecord[]>;
  write: (changed: readonly UploadRecord[], removed: readonly string[]) => Promise<void>;
};

type Owners = () => Promise<(owner: string) => boolean>;

const NOTIFY_MILLISECONDS = 200;

function toRecord({ sent: _sent, ...record }: UploadItem): UploadRecord {
  return isPending(record) ? { ...record, state: 'waiting' } : record;
}

const areSame = (a: UploadRecord | undefined, b: UploadRecord): boolean =>
  a !== undefined && (Object.keys(b) as (keyof UploadRecord)[]).every((key) => a[key] === b[key]);

/** The records of a home as the page shows them. Each change is written through to what is kept. */
export class UploadList {
  readonly speed = new Speedometer();
  readonly #keeper: RecordKeeper;
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Set<() => void>();
  /** What is kept of this list. */
  #saved = new Map<string, UploadRecord>();
  #writing: Promise<void> | null = null;
  #loading = Promise.resolve();
  #isDirty = false;
  #isConnectionLost = false;
  #willNotify = false;
  #snapshot: QueueSnapshot | null = null;

  constructor(keeper: RecordKeeper) {
    this.#keeper = keeper;
  }

  /** What this page works on, or did. */
  all(): Entry[] {
    return [...this.#entries.values()].filter(({ isKept }) => !isKept);
  }

  /** What was begun before the page was loaded, or by another tab. */
  kept(): Entry[] {
    return [...this.#entries.values()].filter(({ isKept }) => isKept);
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** The files in a state that no other tab works on. */
  in(state: UploadState): Entry[] {
    return [...this.#entries.values()].filter(
      ({ item, isElsewhere }) => item.state === state && !isElsewhere,
    );
  }

  insert(record: UploadRecord, file: File): void {
    const page = { isKept: false, isElsewhere: false, isContinued: false, sentAt: 0 };
    this.#entries.set(record.id, { item: { ...record, sent: 0 }, file, ...page });
    this.#touch(true);
  }

  set(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
    this.#touch(Object.keys(change).some((key) => key !== 'sent'));
  }

  delete({ item }: Entry): void {
    this.#entries.delete(item.id);
    this.#touch(true);
  }

  /** Shows a file no more. It is kept as long as others of the list are left. */
  setAside(entry: Entry): void {
    entry.isKept = true;
    this.#touch(true);
  }

  /** Shows nothing more. What is kept stays. */
  leave(): void {
    this.#entries.clear();
    this.#saved.clear();
    this.#touch(true);
  }

  /** Takes over what is kept of files this page does not work on. `owners` says whether another page does. */
  load(owners: Owners): Promise<void> {
    return (this.#loading = this.#loading.then(() => this.#load(owners)));
  }

  async #load(owners: Owners): Promise<void> {
    let records: UploadRecord[];
    let isTaken: (owner: string) => boolean;
    do {
      await this.flush();
      records = await this.#keeper.read();
      // In this order: who wrote a record had the lock before.
      isTaken = await owners();
      // What changed here since may not be in the answer.
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
    this.#touch(true);
  }

  /** Resolves when all changes so far are kept. */
  async flush(): Promise<void> {
    while (this.#writing || this.#isDirty) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  /** Has all of the list kept, until nothing of it is left to send. */
  async #write(): Promise<void> {
    // One write for all that changes at once.
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
    if (changed.length + removed.length > 0) await this.#keeper.write(changed, removed);
  }

  /** Takes over what the server says of files it has all bytes of; answers those it refused. */
  learn(uploads: readonly Upload[], askedAt: number): Entry[] {
    const storing = this.in('storing');
    const rows = new Map(uploads.map((upload) => [upload.id, upload]));
    for (const entry of storing) {
      const row = rows.get(uploadIdOf(entry.item) ?? '');
      // No row: stored and taken off the list since, unless the list was asked for too early.
      const isGone = !row && askedAt > entry.sentAt;
      const outcome = row ? outcomeOf(row) : null;
      if (isGone || outcome) this.set(entry, outcome ?? { state: 'stored' });
    }
    return storing.filter(({ item }) => item.state === 'refused');
  }

  setConnection(isLost: boolean): void {
    if (this.#isConnectionLost === isLost) return;
    this.#isConnectionLost = isLost;
    if (isLost) this.speed.reset();
    this.#touch(false);
  }

  /** Hears of changes a few times a second, however many there are. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  snapshot = (): QueueSnapshot => {
    if (this.#snapshot) return this.#snapshot;
    const items = this.all().map(({ item }) => item);
    const keptWhere = (isThere: boolean) => {
      const found = this.kept().filter(({ isElsewhere }) => isElsewhere === isThere);
      const kept = found.map(({ item }) => item);
      return kept.every(isSettled) ? [] : kept;
    };
    const totals = totalsOf(items);
    this.#snapshot = {
      items,
      kept: keptWhere(false),
      elsewhere: keptWhere(true),
      totals,
      isConnectionLost: this.#isConnectionLost && totals.pending > totals.paused,
      isPaused: totals.pending > 0 && totals.paused === totals.pending,
      bytesPerSecond: this.speed.rate(Date.now()),
    };
    return this.#snapshot;
  };

  #touch(isToKeep: boolean): void {
    this.#snapshot = null;
    if (isToKeep) {
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
