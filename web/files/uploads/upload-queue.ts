import { groupBy } from '#domain/group-by.ts';
import type { Upload } from '#domain/uploads.ts';
import { Intake, type IntakeParts } from './intake.ts';
import { gatherHandles, fileKey, type PickedFile } from './picked-files.ts';
import { type Failure, Sender, type SendFile } from './sender.ts';
import { isPending, isSettled, isOnServer, uploadIdOf, type UploadItem } from './upload-item.ts';
import { type Entry, type RecordStore, UploadList } from './upload-list.ts';
import { type ChosenFile, recordOf, recordKey, type UploadRecord } from './upload-records.ts';
import type { tabs } from './upload-tabs.ts';

type QueueDependencies = IntakeParts & {
  /** A submission's ID or STANDALONE. */
  home: string;
  /** Records are kept per account, so that nobody resumes another person's uploads. */
  account: () => string;
  recordStore: RecordStore;
  tabs: Pick<typeof tabs, 'acquireLock' | 'owners' | 'waitForRelease' | 'runExclusively'>;
  /** Returns which of these uploads have been stored as files. */
  findStored: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  send: SendFile;
  discard: (ids: readonly string[]) => Promise<void>;
  /** Called with new failures when a batch has finished. */
  onFailures: (failed: readonly UploadItem[]) => void;
  onFailuresResolved: () => void;
};

const createOwnerName = () => `${Date.now()} ${Math.random()}`;

const isSent = ({ item: { state } }: Entry) => state === 'stored' || state === 'storing';

const canRead = async (handle: FileSystemHandle) =>
  (await handle.queryPermission?.({ mode: 'read' })) === 'granted';

/**
 * All uploads of a home, from choosing files until they are stored. Lives outside the screens, so that navigation
 * doesn't interrupt it. Methods with an optional `id` apply to all files if it's omitted.
 */
export class UploadQueue {
  readonly #parts: QueueDependencies;
  readonly #list: UploadList;
  readonly #intake: Intake;
  readonly #sender: Sender;
  readonly #failures = new Set<Entry>();
  readonly #reported = new Set<Entry>();
  /** Name of the lock that marks this page's files. */
  #owner: string | null = null;
  #lock: Promise<() => void> | null = null;
  /** Owners of other open pages that this page is waiting for. */
  readonly #others = new Set<string>();
  readonly watch;
  readonly snapshot;
  readonly filesLeft = (): number => {
    const { totals } = this.snapshot();
    return totals.pending + totals.storing;
  };
  /** Number of failed or interrupted files, which can be retried. */
  readonly filesNotUploaded = (): number => {
    const { totals, kept } = this.snapshot();
    return totals.failed + kept.filter((item) => !isSettled(item)).length;
  };

  constructor(parts: QueueDependencies) {
    this.#parts = parts;
    this.#list = new UploadList(parts.recordStore);
    this.watch = this.#list.watch;
    this.snapshot = this.#list.snapshot;
    this.#intake = new Intake(this.#list, parts, {
      onNew: (entry) => {
        this.#list.set(entry, { state: 'queued' });
        this.#sender.startQueued();
      },
      onKnown: (entry, message, isHere) => {
        // The file had been stored just before the page was left.
        const hasArrived = isHere && entry.isContinued;
        this.#finishEntry(entry, hasArrived ? { state: 'stored' } : { state: 'known', message });
      },
      onFailed: (entry, failure) => this.#fail(entry, failure),
    });
    this.#sender = new Sender(this.#list, {
      send: parts.send,
      onUrl: (entry, url) => this.#saveUrl(entry, url),
      onProgress: (entry, sent) => this.#onProgress(entry, sent),
      onSent: (entry) => this.#finishEntry(entry, { state: 'storing' }),
      onFailed: (entry, failure) => this.#fail(entry, failure),
      onLost: () => this.#list.setConnection(true),
    });
  }

  /** Adds files to those from before a reload. Files that are already uploaded are only counted. */
  add(picked: readonly PickedFile[], about: UploadRecord['about']): Promise<void> {
    return this.#add(picked.map((one) => ({ ...one, about })));
  }

  async #add(chosen: readonly ChosenFile[]): Promise<void> {
    const { home, tabs } = this.#parts;
    if (!this.isBusy()) this.dismiss();
    this.#owner ??= createOwnerName();
    this.#lock ??= tabs.acquireLock(this.#owner);
    await this.#lock;
    await tabs.runExclusively(home, async () => {
      await this.load();
      this.#addEntries(chosen);
      await this.#list.flush();
    });
    void this.#intake.run();
  }

  /** Resumes uploads from before a reload that are readable and weren't paused, and retries failed ones. */
  async resumeInterrupted(): Promise<void> {
    // Failed files can be retried right away, for example after signing in again.
    if (!this.retry()) await this.#restoreRecords();
  }

  /** Reads the files from before a reload and resumes them; false if they can't be read. */
  async continueInterrupted(): Promise<boolean> {
    try {
      const origins = await this.#origins();
      for (const origin of origins) {
        // Asks for permission if needed. Browsers allow this only right after a click.
        if ((await origin.requestPermission?.({ mode: 'read' })) === 'denied') return false;
      }
      const { files } = await gatherHandles(origins);
      const found = this.#unfinished().flatMap(({ item: { about, path, ...item } }) => {
        const isSame = (one: PickedFile) =>
          one.path === path && fileKey(one.file) === fileKey(item);
        const same = files.find(isSame);
        return same ? [{ ...same, about }] : [];
      });
      if (found.length === 0) return false;
      // Counts the batch's finished files, too.
      for (const entry of this.#list.kept()) if (isSettled(entry.item)) entry.isKept = false;
      await this.#add(found);
      return true;
    } catch {
      return false;
    }
  }

  /** Deletes the interrupted uploads here and on the server. */
  async discardInterrupted(): Promise<void> {
    const left = this.#unfinished().map(({ item }) => item);
    for (const entry of this.#list.kept()) if (!entry.isElsewhere) this.#list.delete(entry);
    await this.#parts.discard(left.flatMap((item) => uploadIdOf(item) ?? []));
  }

  async load(): Promise<void> {
    const { tabs } = this.#parts;
    await this.#list.load(async () => {
      const isOpen = await tabs.owners();
      return (owner) => owner !== this.#owner && isOpen(owner);
    });
    for (const { item, isElsewhere } of this.#list.kept()) {
      const { owner } = item;
      if (!isElsewhere || isSettled(item) || this.#others.has(owner)) continue;
      this.#others.add(owner);
      void tabs.waitForRelease(owner).then(() => {
        this.#others.delete(owner);
        return this.#restoreRecords();
      });
    }
  }

  pause(id?: string): void {
    for (const entry of this.#entriesOf(id)) {
      if (isPending(entry.item)) this.#list.set(entry, { isPaused: true });
      this.#sender.stop(entry);
    }
    if (this.snapshot().isPaused) this.#list.speed.reset();
    this.#sender.startQueued();
  }

  resume(id?: string): void {
    for (const entry of this.#entriesOf(id)) this.#list.set(entry, { isPaused: false });
    this.#sender.startQueued();
  }

  /** Retries failed files, reading them again; false if there are none. */
  retry(id?: string): boolean {
    const failed = this.#entriesOf(id).filter(({ item }) => item.state === 'failed');
    for (const entry of failed) {
      this.#list.set(entry, { state: 'waiting', message: null, isPaused: false });
    }
    void this.#intake.run();
    return failed.length > 0;
  }

  cancel(id?: string): void {
    const canceled = this.#cancel(this.#entriesOf(id));
    void this.#parts.discard(canceled.flatMap(({ item }) => uploadIdOf(item) ?? []));
  }

  /** Stops everything because the submission was deleted; the server has nothing to discard. */
  abandon(): void {
    this.#cancel([...this.#list.all(), ...this.#unfinished()]);
  }

  /** Stops and hides everything because another person signed in. The previous person can resume later. */
  stopAndHide(): void {
    this.#failures.clear();
    for (const entry of this.#list.all()) this.#sender.stop(entry);
    this.#list.hideAll();
    void this.#lock?.then((release) => release());
    this.#owner = this.#lock = null;
    this.#reportFailures();
  }

  clear(id: string): void {
    for (const entry of this.#entriesOf(id)) this.#list.delete(entry);
    this.#reportFailures();
  }

  /** Removes finished files from the list. Their records stay while others are unfinished. */
  dismiss(): void {
    for (const entry of this.#list.all()) if (isSent(entry)) this.#list.hide(entry);
    this.#list.speed.reset();
  }

  /** Applies outcomes from the server's list, which was requested at `requestedAt` (milliseconds). */
  applyServerUpload(uploads: readonly Upload[], requestedAt: number): void {
    for (const entry of this.#list.applyServerState(uploads, requestedAt)) {
      if (!entry.isKept) this.#failures.add(entry);
    }
    this.#reportFailures();
  }

  /** Whether leaving the page would interrupt an upload. */
  isBusy(): boolean {
    return this.#list.all().some(({ item }) => isPending(item));
  }

  isStoring(): boolean {
    return this.#list.inState('storing').length > 0;
  }

  #entriesOf(id?: string): Entry[] {
    return this.#list.all().filter(({ item }) => id === undefined || item.id === id);
  }

  /** Unfinished files from before a reload that no other tab handles. */
  #unfinished(): Entry[] {
    return this.#list.kept().filter(({ item, isElsewhere }) => !isElsewhere && !isSettled(item));
  }

  /** Distinct handles from which the unfinished files can be read. */
  async #origins(): Promise<FileSystemHandle[]> {
    const origins: FileSystemHandle[] = [];
    for (const { item } of this.#unfinished()) {
      const { origin } = item;
      if (!origin) continue;
      const alike = origins.filter(
        ({ name, kind }) => name === origin.name && kind === origin.kind,
      );
      const same = await Promise.all(alike.map((other) => other.isSameEntry(origin)));
      if (!same.includes(true)) origins.push(origin);
    }
    return origins;
  }

  async #restoreRecords(): Promise<void> {
    await this.load();
    await this.#markArrived();
    const left = this.#unfinished();
    if (this.isBusy() || left.every(({ item }) => item.isPaused)) return;
    // Files that were chosen here while another tab was uploading them.
    const withFile = left.flatMap(({ file, item }) => (file ? [{ ...item, file }] : []));
    if (withFile.length > 0) return this.#add(withFile);
    const origins = await this.#origins();
    const isAllowed = (await Promise.all(origins.map(canRead))).every(Boolean);
    if (origins.length > 0 && isAllowed && !this.isBusy()) await this.continueInterrupted();
  }

  /** A file may have been stored just before the page was left. */
  async #markArrived(): Promise<void> {
    const left = this.#unfinished();
    const ids = left.flatMap(({ item }) => uploadIdOf(item) ?? []);
    if (ids.length === 0) return;
    const arrived = await this.#parts.findStored(ids);
    for (const entry of left) {
      const isCurrent = this.#list.get(entry.item.id) === entry && entry.isKept;
      if (isCurrent && arrived.has(uploadIdOf(entry.item) ?? '')) {
        this.#list.set(entry, { state: 'stored' });
      }
    }
  }

  #addEntries(chosen: readonly ChosenFile[]): void {
    const whose = {
      account: this.#parts.account(),
      home: this.#parts.home,
      owner: this.#owner ?? '',
    };
    const records = chosen.map((one) => ({ file: one.file, record: recordOf(one, whose) }));
    const ids = new Set(records.map(({ record }) => record.id));
    // The same file may have been chosen with or without its folder.
    const others = groupBy(
      this.#list.kept().filter(({ item }) => !ids.has(item.id)),
      ({ item }) => recordKey(item, item.about),
    );
    for (const { file, record } of records) {
      const alike = others.get(recordKey(record, record.about));
      const entry = this.#list.get(record.id) ?? alike?.shift();
      if (!entry) this.#list.insert(record, file);
      else if (entry.isElsewhere) entry.file = file;
      else if (entry.isKept || entry.item.state === 'failed')
        this.#restoreEntry(entry, file, record);
    }
  }

  /** A file may be chosen again after it couldn't be read, for example because its card had been removed. */
  #restoreEntry(entry: Entry, file: File, { owner, path, origin }: UploadRecord): void {
    entry.isContinued ||= entry.isKept;
    entry.isKept = false;
    entry.file = file;
    const reset = { state: 'waiting', message: null, isPaused: false } as const;
    const whose = { owner, path, origin: origin ?? entry.item.origin };
    this.#list.set(entry, isSettled(entry.item) ? whose : { ...whose, ...reset });
  }

  async #saveUrl(entry: Entry, url: string): Promise<void> {
    this.#list.set(entry, { url });
    if (this.#list.get(entry.item.id) === entry) await this.#list.flush();
    // The upload was canceled while it was being created.
    else await this.#parts.discard([uploadIdOf(entry.item) ?? '']);
  }

  #onProgress(entry: Entry, sent: number): void {
    const { state, sent: before } = entry.item;
    // The first report includes bytes from an earlier attempt, which don't count toward the speed.
    if (state === 'sending') this.#list.speed.add(Math.max(0, sent - before), Date.now());
    this.#list.setConnection(false);
    this.#list.set(entry, state === 'sending' ? { sent } : { state: 'sending', sent });
  }

  #finishEntry(entry: Entry, change: Partial<UploadItem>): void {
    entry.sentAt = Date.now();
    this.#list.set(entry, { sent: entry.item.size, isPaused: false, ...change });
    this.#reportFailures();
  }

  #fail(entry: Entry, { message, isFinal }: Failure): void {
    this.#failures.add(entry);
    if (isFinal) return this.#finishEntry(entry, { state: 'refused', message });
    this.#list.set(entry, { state: 'failed', message });
    this.#reportFailures();
  }

  #cancel(entries: readonly Entry[]): Entry[] {
    const canceled = entries.filter(({ item }) => isPending(item) || item.state === 'failed');
    for (const entry of canceled) {
      this.#list.delete(entry);
      this.#sender.stop(entry);
    }
    this.#sender.startQueued();
    this.#reportFailures();
    return canceled;
  }

  #reportFailures(): void {
    this.#reportResolved();
    if (this.#failures.size === 0 || this.isBusy() || this.isStoring()) return;
    const failed = [...this.#failures].filter(({ item }) => this.#list.get(item.id));
    this.#failures.clear();
    for (const entry of failed) this.#reported.add(entry);
    if (failed.length > 0) this.#parts.onFailures(failed.map(({ item }) => item));
  }

  #reportResolved(): void {
    if (this.#reported.size === 0) return;
    for (const entry of this.#reported) {
      if (!this.#list.get(entry.item.id) || isOnServer(entry.item)) this.#reported.delete(entry);
    }
    if (this.#reported.size === 0) this.#parts.onFailuresResolved();
  }
}
