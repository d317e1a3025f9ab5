import { ERRORS } from '#domain/errors.ts';
import { MAX_UPLOAD_BYTES, type Upload } from '#domain/uploads.ts';
import { fingerprintOf } from './fingerprint.ts';
import { Intake, knownWords } from './intake.ts';
import { BatchMemory } from './batch-memory.ts';
import type { KeptBatch } from './kept-batch.ts';
import { likenessOf, type PickedFile } from './picked-file.ts';
import type { QueueParts, QueueSnapshot, Sender } from './queue-parts.ts';
import { Speedometer } from './speed.ts';
import { isPending, totalsOf, type UploadItem } from './upload-item.ts';
import { Watchers } from './watchers.ts';

type Entry = {
  item: UploadItem;
  file: File;
  fingerprint: string;
  isHandedOver: boolean;
  /** It was chosen before the page was left, and goes on now. */
  isContinued: boolean;
  /** When the server had all of its bytes, milliseconds. */
  sentAt: number;
};

/** How old the answer to a request can be when it is read. */
const ANSWER_MILLISECONDS = 10_000;

/**
 * The uploads of one submission, from the choice of the files until the server has them. Lives
 * outside of the screens, so that moving about in the app does not stop it.
 */
export class UploadQueue {
  readonly #parts: QueueParts;
  readonly #sender: Sender;
  readonly #intake: Intake;
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Watchers();
  readonly #speed = new Speedometer();
  readonly #memory: BatchMemory;
  #failures = new Set<string>();
  #lastId = 0;
  #isConnectionLost = false;
  #snapshot: QueueSnapshot | null = null;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#memory = new BatchMemory(parts.submissionId, parts.keep);
    this.#sender = parts.createSender({
      onProgress: (id, sent, uploadId) => this.#onProgress(id, sent, uploadId),
      onSent: (id, uploadId) => this.#settle(id, { state: 'storing', uploadId }),
      onFailed: (id, words, isFinal) => {
        if (isFinal) this.#settle(id, { state: 'refused', words });
        else this.#set(id, { state: 'failed', words });
        this.#noteFailure(id);
      },
      onConnection: (isLost) => {
        this.#isConnectionLost = isLost;
        if (isLost) this.#speed.reset();
        this.#touch();
      },
    });
    this.#intake = new Intake(parts, {
      onChecking: (id) => this.#set(id, { state: 'checking' }),
      onNew: (id, sha256) => this.#onNew(id, sha256),
      onKnown: (id, words, isHere) => {
        // It had arrived just before the page was left.
        const hasArrived = isHere && this.#entries.get(id)?.isContinued;
        this.#settle(id, hasArrived ? { state: 'stored' } : { state: 'known', words });
      },
      onUnreadable: (id, words) => {
        this.#set(id, { state: 'failed', words });
        this.#noteFailure(id);
      },
    });
  }

  /**
   * Takes files in. `kept` is what is remembered of them from before a reload: what is through
   * already is only counted.
   */
  add(
    picked: readonly PickedFile[],
    handles: readonly FileSystemHandle[] = [],
    kept: KeptBatch | null = null,
  ): void {
    if (!this.isBusy()) this.#forgetStored();
    const present = new Map(
      this.#all().map((entry) => [`${entry.item.path}${likenessOf(entry.file)}`, entry]),
    );
    const fresh = picked.filter(({ file, path }) => {
      const entry = present.get(`${path}${likenessOf(file)}`);
      if (entry?.item.state === 'failed') this.#replace(entry, file);
      return !entry;
    });
    const { left, through } = this.#memory.add(fresh, handles, kept);
    for (const each of through) this.#insert(each, { state: 'stored', sent: each.file.size });
    const before = new Set(kept?.files.map(likenessOf));
    const entries = left.map((each) => this.#insert(each, {}));
    for (const entry of entries) {
      entry.isContinued = before.has(likenessOf(entry.file));
      this.#take(entry);
    }
    this.#touch();
  }

  pause(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry || !isPending(entry.item) || entry.item.isPaused) return;
    if (entry.isHandedOver) this.#sender.pause(id);
    this.#set(id, { isPaused: true });
  }

  resume(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry?.item.isPaused) return;
    this.#set(id, { isPaused: false });
    if (entry.isHandedOver) this.#sender.resume(id);
    else if (entry.item.state === 'queued') this.#handOver(id);
  }

  pauseAll(): void {
    for (const { item } of this.#all()) this.pause(item.id);
    this.#speed.reset();
    this.#memory.paused(true);
  }

  resumeAll(): void {
    for (const { item } of this.#all()) this.resume(item.id);
    this.#memory.paused(false);
  }

  /** Tries a file again that failed. */
  retry(id: string): void {
    const entry = this.#entries.get(id);
    if (entry?.item.state !== 'failed') return;
    this.#set(id, { state: 'queued', words: null, isPaused: false });
    if (entry.isHandedOver) this.#handOver(id);
    else this.#intake.push(id, entry.file);
  }

  /** Tries all files again that failed; false when there are none. */
  retryAll(): boolean {
    const failed = this.#all().filter(({ item }) => item.state === 'failed');
    for (const { item } of failed) this.retry(item.id);
    return failed.length > 0;
  }

  /** Stops a file that is not there yet and forgets it. */
  cancel(id: string): void {
    this.#parts.onCancelled(this.#cancel([id]));
  }

  cancelAll(): void {
    this.#parts.onCancelled(this.#cancelUnsettled());
  }

  /** Stops everything, because the submission is no more; there is nothing for the server to forget. */
  abandon(): void {
    this.#cancelUnsettled();
  }

  /** Takes a file off the list that has been dealt with. */
  clear(id: string): void {
    this.#entries.delete(id);
    this.#touch();
  }

  /** Takes everything off the list that came through. */
  dismiss(): void {
    this.#forgetStored();
    this.#touch();
  }

  /**
   * Learns from the server's list what became of files it has all bytes of. `at`: when the list was
   * received, milliseconds.
   */
  learn(uploads: readonly Upload[], at: number): void {
    const rows = new Map(uploads.map((upload) => [upload.id, upload]));
    for (const { item, sentAt } of this.#all()) {
      if (item.state !== 'storing' || item.uploadId === null) continue;
      const row = rows.get(item.uploadId);
      // No row: stored and taken off the list since, unless the list was asked for too early.
      const isGone = !row && at > sentAt + ANSWER_MILLISECONDS;
      if (isGone || row?.state === 'stored') this.#set(item.id, { state: 'stored' });
      if (row?.state === 'duplicate') this.#set(item.id, { state: 'known', words: homeOf(row) });
      if (row?.state === 'refused') {
        this.#set(item.id, { state: 'refused', words: row.errorMessage });
        this.#noteFailure(item.id);
      }
    }
    this.#reportFailures();
  }

  /** Whether leaving the page would stop something. */
  isBusy(): boolean {
    return this.#all().some(({ item }) => isPending(item));
  }

  /** Whether the server has not said of some files yet what became of them. */
  isStoring(): boolean {
    return this.#all().some(({ item }) => item.state === 'storing');
  }

  watch = (watcher: () => void): (() => void) => this.#watchers.add(watcher);

  snapshot = (): QueueSnapshot => {
    if (this.#snapshot) return this.#snapshot;
    const items = this.#all().map(({ item }) => item);
    const totals = totalsOf(items);
    this.#snapshot = {
      items,
      totals,
      isConnectionLost: this.#isConnectionLost && totals.pending > totals.paused,
      isPaused: totals.pending > 0 && totals.paused === totals.pending,
      bytesPerSecond: this.#speed.rate(this.#parts.now()),
    };
    return this.#snapshot;
  };

  #all(): Entry[] {
    return [...this.#entries.values()];
  }

  #insert({ file, path }: PickedFile, state: Partial<UploadItem>): Entry {
    const id = `upload-${++this.#lastId}`;
    const item: UploadItem = {
      id,
      name: file.name,
      path,
      size: file.size,
      sent: 0,
      state: 'waiting',
      isPaused: false,
      words: null,
      uploadId: null,
      ...state,
    };
    const entry = {
      item,
      file,
      fingerprint: '',
      isHandedOver: false,
      isContinued: false,
      sentAt: 0,
    };
    this.#entries.set(id, entry);
    return entry;
  }

  #take({ item, file }: Entry): void {
    const { id, size } = item;
    if (size > 0 && size <= MAX_UPLOAD_BYTES) return this.#intake.push(id, file);
    const [, words] = size === 0 ? ERRORS.FILE_EMPTY : ERRORS.FILE_TOO_LARGE;
    this.#settle(id, { state: 'refused', words });
    this.#noteFailure(id);
  }

  /** The same file from anew, for instance because the card is back: the old one can no longer be read. */
  #replace(entry: Entry, file: File): void {
    entry.file = file;
    entry.isHandedOver = false;
    this.#set(entry.item.id, { state: 'waiting', words: null, isPaused: false });
    this.#take(entry);
  }

  #onNew(id: string, sha256: string | null): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const fingerprint = fingerprintOf(this.#parts.submissionId, entry.file, sha256);
    const isTaken = this.#all().some(
      (other) => other !== entry && other.fingerprint === fingerprint,
    );
    // Only without a hash: two files alike but for their folder.
    entry.fingerprint = isTaken ? `${fingerprint}/${entry.item.path}` : fingerprint;
    this.#set(id, { state: 'queued' });
    if (!entry.item.isPaused) this.#handOver(id);
  }

  #handOver(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.isHandedOver = true;
    this.#sender.send({ id, fingerprint: entry.fingerprint, file: entry.file });
  }

  #onProgress(id: string, sent: number, uploadId: string | null): void {
    const item = this.#entries.get(id)?.item;
    if (!item || !isPending(item)) return;
    // The first report of an attempt may hold bytes of an earlier one, which say nothing of the speed.
    if (item.state === 'sending') this.#speed.add(Math.max(0, sent - item.sent), this.#parts.now());
    this.#isConnectionLost = false;
    this.#set(id, { state: 'sending', sent, uploadId });
  }

  /** Nothing is left to send of a file. */
  #settle(id: string, change: Partial<UploadItem>): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.sentAt = this.#parts.now();
    this.#set(id, { sent: entry.item.size, isPaused: false, ...change });
    this.#memory.done(entry.file);
    this.#reportFailures();
  }

  #cancelUnsettled(): UploadItem[] {
    const unsettled = this.#all().filter(({ item }) => isPending(item) || item.state === 'failed');
    return this.#cancel(unsettled.map(({ item }) => item.id));
  }

  /** Answers what had been handed over. */
  #cancel(ids: readonly string[]): UploadItem[] {
    const gone: File[] = [];
    const onTheWay: UploadItem[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (!entry) continue;
      if (entry.isHandedOver) {
        this.#sender.cancel(id);
        onTheWay.push(entry.item);
      }
      this.#intake.remove(id);
      this.#entries.delete(id);
      gone.push(entry.file);
    }
    this.#memory.cancelled(gone);
    if (!this.isBusy()) this.#intake.reset();
    this.#touch();
    this.#reportFailures();
    return onTheWay;
  }

  #noteFailure(id: string): void {
    this.#failures.add(id);
    this.#reportFailures();
  }

  #reportFailures(): void {
    if (this.#failures.size === 0 || this.isBusy() || this.isStoring()) return;
    const failed = [...this.#failures].flatMap((id) => this.#entries.get(id)?.item ?? []);
    this.#failures.clear();
    if (failed.length > 0) this.#parts.onFailures(failed);
  }

  /** A new batch begins: what came through before is history. */
  #forgetStored(): void {
    for (const { item } of this.#all()) {
      if (item.state === 'stored' || item.state === 'storing') this.#entries.delete(item.id);
    }
    this.#intake.reset();
    this.#speed.reset();
  }

  #set(id: string, change: Partial<UploadItem>): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.item = { ...entry.item, ...change };
    this.#touch();
  }

  #touch(): void {
    this.#snapshot = null;
    this.#watchers.notify();
  }
}

const homeOf = ({ duplicateOf }: Upload) =>
  knownWords({ submissionTitle: duplicateOf?.submissionTitle ?? '' });
