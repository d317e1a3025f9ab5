import type { Upload } from '#domain/uploads.ts';
import type { PickedFile } from './picked-files.ts';
import { Speedometer } from './progress.ts';
import {
  type ItemState,
  type KeptOutcome,
  outcomeOf,
  type QueueSnapshot,
  totalsOf,
  type UploadItem,
} from './upload-item.ts';

/** An item of the list with what only the queue needs of it. */
export type Entry = {
  item: UploadItem;
  file: File;
  /** What its bytes are told by, SHA-256 if that can be had; empty until it was read. */
  identity: string;
  /** It was chosen before the page was left, and goes on now. */
  isContinued: boolean;
  /** When the server had all of its bytes, milliseconds. */
  sentAt: number;
};

const NOTIFY_MILLISECONDS = 200;

/** The files of a queue in the order they were chosen, for those who watch them. */
export class UploadList {
  readonly speed = new Speedometer();
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Set<() => void>();
  #lastId = 0;
  #isConnectionLost = false;
  #willNotify = false;
  #snapshot: QueueSnapshot | null = null;

  all(): Entry[] {
    return [...this.#entries.values()];
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** The files in a state. */
  in(state: ItemState): Entry[] {
    return this.all().filter(({ item }) => item.state === state);
  }

  /** `earlier`: what is remembered of the file from before the page was left. */
  insert(
    { file, path }: PickedFile,
    earlier: { isDone: boolean; outcome?: KeptOutcome } | undefined,
  ): void {
    const id = `upload-${++this.#lastId}`;
    const { name, size } = file;
    const entry: Entry = {
      item: {
        id,
        name,
        path,
        size,
        sent: earlier?.isDone ? size : 0,
        state: earlier?.isDone ? 'stored' : 'waiting',
        isPaused: false,
        message: null,
        uploadId: null,
        ...earlier?.outcome,
      },
      file,
      identity: '',
      isContinued: earlier !== undefined,
      sentAt: 0,
    };
    this.#entries.set(id, entry);
    this.#touch();
  }

  set(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
    this.#touch();
  }

  delete({ item }: Entry): void {
    this.#entries.delete(item.id);
    this.#touch();
  }

  /** Takes over what the server says of files it has all bytes of; answers those it refused. */
  learn(uploads: readonly Upload[], askedAt: number): Entry[] {
    const storing = this.in('storing');
    const rows = new Map(uploads.map((upload) => [upload.id, upload]));
    for (const entry of storing) {
      const row = rows.get(entry.item.uploadId ?? '');
      // No row: stored and taken off the list since, unless the list was asked for too early.
      const isGone = !row && askedAt > entry.sentAt;
      const outcome = row ? outcomeOf(row) : null;
      if (isGone || outcome) this.set(entry, outcome ?? { state: 'stored' });
    }
    return storing.filter(({ item }) => item.state === 'refused');
  }

  setConnection(isLost: boolean): void {
    this.#isConnectionLost = isLost;
    if (isLost) this.speed.reset();
    this.#touch();
  }

  /** Hears of changes a few times a second, however many there are. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  snapshot = (): QueueSnapshot => {
    if (this.#snapshot) return this.#snapshot;
    const items = this.all().map(({ item }) => item);
    const totals = totalsOf(items);
    this.#snapshot = {
      items,
      totals,
      isConnectionLost: this.#isConnectionLost && totals.pending > totals.paused,
      isPaused: totals.pending > 0 && totals.paused === totals.pending,
      bytesPerSecond: this.speed.rate(Date.now()),
    };
    return this.#snapshot;
  };

  #touch(): void {
    this.#snapshot = null;
    if (this.#willNotify) return;
    this.#willNotify = true;
    setTimeout(() => {
      this.#willNotify = false;
      for (const watcher of this.#watchers) watcher();
    }, NOTIFY_MILLISECONDS);
  }
}
