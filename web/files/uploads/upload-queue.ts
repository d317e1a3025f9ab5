import { Sha256, type Upload } from '#domain/uploads.ts';
import { Intake, type IntakeParts } from './intake.ts';
import { BatchMemory, type KeptBatch } from './upload-records.ts';
import { likenessOf, type PickedFile } from './picked-files.ts';
import { type Failure, Sender, type SendFile } from './sender.ts';
import { isPending, isThere, type UploadItem } from './upload-item.ts';
import { type Entry, UploadList } from './upload-list.ts';

type QueueParts = IntakeParts & {
  /** What the files go to: the id of a submission, or the name of a batch of standalone files. */
  home: string;
  /** What is said of each file when it is sent. */
  about: Readonly<Record<string, string>>;
  /** Who is signed in: nobody goes on with what another has begun. */
  account: () => string;
  send: SendFile;
  /** The next attempt of a fingerprint begins anew. */
  forget: (fingerprint: string) => void;
  /** Remembers the batch over a reload of the page; null forgets it. */
  keep: (batch: KeptBatch | null) => void;
  /** Called with what was cancelled on its way, so that the server can forget what it got. */
  onCancelled: (items: readonly UploadItem[]) => void;
  /** Called once a batch has come to rest, with what did not get through since the last time. */
  onFailures: (failed: readonly UploadItem[]) => void;
  /** Called once all that did not get through is there after all, or off the list. */
  onMended: () => void;
};

const keyOf = (file: File, path: string) => `${path}${likenessOf(file)}`;

/**
 * The uploads to one submission or batch of standalone files, from the choice of the files until the server has them. Lives
 * outside of the screens, so that moving about in the app does not stop it. What takes an `id` is
 * about all files without one.
 */
export class UploadQueue {
  readonly #parts: QueueParts;
  readonly #list = new UploadList();
  readonly #memory: BatchMemory;
  readonly #intake: Intake;
  readonly #sender: Sender;
  readonly #failures = new Set<Entry>();
  /** Those of which `onFailures` was told. */
  readonly #told = new Set<Entry>();
  readonly watch = this.#list.watch;
  readonly snapshot = this.#list.snapshot;
  /** How many files the server does not have for good yet. */
  readonly filesLeft = (): number => {
    const { totals } = this.snapshot();
    return totals.pending + totals.storing;
  };
  /** How many did not get through and can be tried again. */
  readonly filesFailed = (): number => this.snapshot().totals.failed;

  constructor(parts: QueueParts) {
    const { home, about, keep, send } = parts;
    this.#parts = parts;
    this.#memory = new BatchMemory(home, this.#list, keep);
    this.#intake = new Intake(this.#list, parts, {
      onNew: (entry) => {
        this.#list.set(entry, { state: 'queued' });
        this.#sender.fill();
      },
      onKnown: (entry, message, isHere) => {
        // It had arrived just before the page was left.
        const hasArrived = isHere && entry.isContinued;
        this.#settle(entry, hasArrived ? { state: 'stored' } : { state: 'known', message });
      },
      onFailed: (entry, failure) => this.#fail(entry, failure),
    });
    this.#sender = new Sender(this.#list, {
      begin: (entry, handlers) => {
        const sha256 = Sha256.safeParse(entry.identity).data ?? null;
        const fingerprint = this.#fingerprintOf(entry);
        return send({ about, fingerprint, file: entry.file, sha256 }, handlers);
      },
      onProgress: (entry, sent, uploadId) => this.#onProgress(entry, sent, uploadId),
      onSent: (entry, uploadId) => this.#settle(entry, { state: 'storing', uploadId }),
      onFailed: (entry, failure) => this.#fail(entry, failure),
      onLost: () => this.#list.setConnection(true),
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
    if (!this.isBusy()) this.dismiss();
    const before = this.#memory.recall(handles, kept);
    const present = new Map(
      this.#list.all().map((entry) => [keyOf(entry.file, entry.item.path), entry]),
    );
    for (const { file, path } of picked) {
      const entry = present.get(keyOf(file, path));
      const earlier = before.get(likenessOf(file));
      if (!entry) this.#list.insert({ file, path }, earlier);
      else if (entry.item.state === 'failed') this.#replace(entry, file);
    }
    this.#memory.save();
    void this.#intake.run();
  }

  pause(id?: string): void {
    for (const entry of this.#chosen(id)) {
      if (isPending(entry.item)) this.#list.set(entry, { isPaused: true });
      this.#sender.stop(entry);
    }
    if (this.snapshot().isPaused) this.#list.speed.reset();
    this.#sender.fill();
    this.#memory.save();
  }

  resume(id?: string): void {
    for (const entry of this.#chosen(id)) this.#list.set(entry, { isPaused: false });
    this.#sender.fill();
    this.#memory.save();
  }

  /** Tries again what failed, read anew since it may have changed; false when nothing has. */
  retry(id?: string): boolean {
    const failed = this.#chosen(id).filter(({ item }) => item.state === 'failed');
    for (const entry of failed) {
      this.#list.set(entry, { state: 'waiting', message: null, isPaused: false });
    }
    if (failed.length > 0) this.#memory.save();
    void this.#intake.run();
    return failed.length > 0;
  }

  /** Stops what is not there yet and forgets it. */
  cancel(id?: string): void {
    const gone = this.#cancel(this.#chosen(id));
    this.#parts.onCancelled(gone.filter(({ identity }) => identity !== '').map(({ item }) => item));
  }

  /** Stops everything, because the submission is no more; there is nothing for the server to forget. */
  abandon(): void {
    this.#cancel(this.#list.all());
  }

  /** Stops everything and shows none of it, because another person is here. Who began it can go on with it. */
  leave(): void {
    this.#failures.clear();
    for (const entry of this.#list.all()) {
      this.#list.delete(entry);
      this.#sender.stop(entry);
    }
    this.#reportFailures();
  }

  /** Takes a file off the list that has been dealt with. */
  clear(id: string): void {
    for (const entry of this.#chosen(id)) this.#list.delete(entry);
    this.#reportFailures();
  }

  /** Takes everything off the list that came through. */
  dismiss(): void {
    const through = [...this.#list.in('stored'), ...this.#list.in('storing')];
    this.#memory.leave(through);
    for (const entry of through) this.#list.delete(entry);
    this.#list.speed.reset();
  }

  /**
   * Learns from the server's list what became of files it has all bytes of. `askedAt`: when the
   * list was asked for, milliseconds.
   */
  learn(uploads: readonly Upload[], askedAt: number): void {
    for (const entry of this.#list.learn(uploads, askedAt)) this.#failures.add(entry);
    this.#reportFailures();
  }

  /** Whether leaving the page would stop something. */
  isBusy(): boolean {
    return this.#list.all().some(({ item }) => isPending(item));
  }

  /** Whether the server has not said of some files yet what became of them. */
  isStoring(): boolean {
    return this.#list.in('storing').length > 0;
  }

  #chosen(id?: string): Entry[] {
    return this.#list.all().filter(({ item }) => id === undefined || item.id === id);
  }

  /** What an upload is found again by, after a reload or a restart of the server. */
  #fingerprintOf({ identity }: Entry): string {
    return `${this.#parts.account()}/${this.#parts.home}/${identity}`;
  }

  /** The same file from anew, for instance because the card is back: the old one can no longer be read. */
  #replace(entry: Entry, file: File): void {
    entry.file = file;
    entry.identity = '';
    this.#list.set(entry, { state: 'waiting', message: null, isPaused: false });
  }

  #onProgress(entry: Entry, sent: number, uploadId: string | null): void {
    const { state, sent: before } = entry.item;
    // The first report of an attempt may hold bytes of an earlier one, which say nothing of the speed.
    if (state === 'sending') this.#list.speed.add(Math.max(0, sent - before), Date.now());
    this.#list.setConnection(false);
    this.#list.set(entry, { state: 'sending', sent, uploadId });
  }

  /** Nothing is left to send of a file. */
  #settle(entry: Entry, change: Partial<UploadItem>): void {
    entry.sentAt = Date.now();
    this.#list.set(entry, { sent: entry.item.size, isPaused: false, ...change });
    this.#memory.save();
    this.#reportFailures();
  }

  #fail(entry: Entry, { message, isFinal }: Failure): void {
    this.#failures.add(entry);
    if (isFinal) return this.#settle(entry, { state: 'refused', message });
    this.#list.set(entry, { state: 'failed', message });
    this.#memory.save();
    this.#reportFailures();
  }

  /** Answers which of the files were not there yet; they are on the list no more. */
  #cancel(entries: readonly Entry[]): Entry[] {
    const gone = entries.filter(({ item }) => isPending(item) || item.state === 'failed');
    for (const entry of gone) {
      this.#list.delete(entry);
      this.#sender.stop(entry);
      this.#parts.forget(this.#fingerprintOf(entry));
    }
    this.#sender.fill();
    this.#memory.save();
    this.#reportFailures();
    return gone;
  }

  #reportFailures(): void {
    this.#reportMended();
    if (this.#failures.size === 0 || this.isBusy() || this.isStoring()) return;
    const failed = [...this.#failures].filter(({ item }) => this.#list.get(item.id));
    this.#failures.clear();
    for (const entry of failed) this.#told.add(entry);
    if (failed.length > 0) this.#parts.onFailures(failed.map(({ item }) => item));
  }

  #reportMended(): void {
    if (this.#told.size === 0) return;
    for (const entry of this.#told) {
      if (!this.#list.get(entry.item.id) || isThere(entry.item)) this.#told.delete(entry);
    }
    if (this.#told.size === 0) this.#parts.onMended();
  }
}
