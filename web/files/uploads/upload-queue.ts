import { groupBy } from '#domain/group-by.ts';
import type { Upload } from '#domain/uploads.ts';
import { Intake, type IntakeParts } from './intake.ts';
import { gatherHandles, likenessOf, type PickedFile } from './picked-files.ts';
import { type Failure, Sender, type SendFile } from './sender.ts';
import { isPending, isSettled, isThere, uploadIdOf, type UploadItem } from './upload-item.ts';
import { type Entry, type RecordKeeper, UploadList } from './upload-list.ts';
import { type ChosenFile, recordOf, sameAs, type UploadRecord } from './upload-records.ts';
import type { tabs } from './upload-tabs.ts';

type QueueParts = IntakeParts & {
  /** What the files go to, as in their records. */
  home: string;
  /** Who is signed in: nobody goes on with what another has begun. */
  account: () => string;
  keeper: RecordKeeper;
  tabs: Pick<typeof tabs, 'own' | 'owners' | 'untilGone' | 'alone'>;
  /** Which of the ids of uploads are files by now. */
  arrived: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  send: SendFile;
  /** Has the server forget what it got of files, by the ids of their uploads. */
  discard: (ids: readonly string[]) => Promise<void>;
  /** Called once a batch has come to rest, with what did not get through since the last time. */
  onFailures: (failed: readonly UploadItem[]) => void;
  /** Called once all that did not get through is there after all, or off the list. */
  onMended: () => void;
};

const nameOwner = () => `${Date.now()} ${Math.random()}`;

const isThrough = ({ item: { state } }: Entry) => state === 'stored' || state === 'storing';

const isGranted = async (handle: FileSystemHandle) =>
  (await handle.queryPermission?.({ mode: 'read' })) === 'granted';

/**
 * The uploads to one submission, or of all standalone files, from the choice of the files until the server has them. Lives
 * outside of the screens, so that moving about in the app does not stop it. What takes an `id` is
 * about all files without one.
 */
export class UploadQueue {
  readonly #parts: QueueParts;
  readonly #list: UploadList;
  readonly #intake: Intake;
  readonly #sender: Sender;
  readonly #failures = new Set<Entry>();
  /** Those of which `onFailures` was told. */
  readonly #told = new Set<Entry>();
  /** Names the lock that says this page works on its files. */
  #owner: string | null = null;
  #lock: Promise<() => void> | null = null;
  /** Other pages whose end is waited for. */
  readonly #others = new Set<string>();
  readonly watch;
  readonly snapshot;
  /** How many files the server does not have for good yet. */
  readonly filesLeft = (): number => {
    const { totals } = this.snapshot();
    return totals.pending + totals.storing;
  };
  /** How many did not get through, or were left when the page was; they can be tried again. */
  readonly filesNotUploaded = (): number => {
    const { totals, kept } = this.snapshot();
    return totals.failed + kept.filter((item) => !isSettled(item)).length;
  };

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#list = new UploadList(parts.keeper);
    this.watch = this.#list.watch;
    this.snapshot = this.#list.snapshot;
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
      send: parts.send,
      onUrl: (entry, url) => this.#keepUrl(entry, url),
      onProgress: (entry, sent) => this.#onProgress(entry, sent),
      onSent: (entry) => this.#settle(entry, { state: 'storing' }),
      onFailed: (entry, failure) => this.#fail(entry, failure),
      onLost: () => this.#list.setConnection(true),
    });
  }

  /** Takes files in, with what is kept of them from before a reload: what is through already is only counted. */
  add(picked: readonly PickedFile[], about: UploadRecord['about']): Promise<void> {
    return this.#add(picked.map((one) => ({ ...one, about })));
  }

  async #add(chosen: readonly ChosenFile[]): Promise<void> {
    const { home, tabs } = this.#parts;
    if (!this.isBusy()) this.dismiss();
    this.#owner ??= nameOwner();
    this.#lock ??= tabs.own(this.#owner);
    await this.#lock;
    await tabs.alone(home, async () => {
      await this.load();
      this.#take(chosen);
      await this.#list.flush();
    });
    void this.#intake.run();
  }

  /**
   * Goes on with what was under way when the page was left, where the browser still lets its files be
   * read and it had not been paused; and with what failed.
   */
  async resumeKept(): Promise<void> {
    // The page stayed and has the files at hand: most likely somebody had to sign in again.
    if (!this.retry()) await this.#lookForKept();
  }

  /** Reads the files again that are kept, and goes on with them; false when they can no longer be read. */
  async continueKept(): Promise<boolean> {
    try {
      const origins = await this.#origins();
      for (const origin of origins) {
        // Asks the person, who has just pressed a button; where it is allowed already nothing is asked.
        if ((await origin.requestPermission?.({ mode: 'read' })) === 'denied') return false;
      }
      const { files } = await gatherHandles(origins);
      const found = this.#left().flatMap(({ item: { about, path, ...item } }) => {
        const isSame = (one: PickedFile) =>
          one.path === path && likenessOf(one.file) === likenessOf(item);
        const same = files.find(isSame);
        return same ? [{ ...same, about }] : [];
      });
      if (found.length === 0) return false;
      // The rest of the batch counts, too.
      for (const entry of this.#list.kept()) if (isSettled(entry.item)) entry.isKept = false;
      await this.#add(found);
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets what is kept, here and on the server. */
  async discardKept(): Promise<void> {
    const left = this.#left().map(({ item }) => item);
    for (const entry of this.#list.kept()) if (!entry.isElsewhere) this.#list.delete(entry);
    await this.#parts.discard(left.flatMap((item) => uploadIdOf(item) ?? []));
  }

  /** Reads again what is kept of files that this page does not work on. */
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
      void tabs.untilGone(owner).then(() => {
        this.#others.delete(owner);
        return this.#lookForKept();
      });
    }
  }

  pause(id?: string): void {
    for (const entry of this.#chosen(id)) {
      if (isPending(entry.item)) this.#list.set(entry, { isPaused: true });
      this.#sender.stop(entry);
    }
    if (this.snapshot().isPaused) this.#list.speed.reset();
    this.#sender.fill();
  }

  resume(id?: string): void {
    for (const entry of this.#chosen(id)) this.#list.set(entry, { isPaused: false });
    this.#sender.fill();
  }

  /** Tries again what failed, read anew since it may have changed; false when nothing has. */
  retry(id?: string): boolean {
    const failed = this.#chosen(id).filter(({ item }) => item.state === 'failed');
    for (const entry of failed) {
      this.#list.set(entry, { state: 'waiting', message: null, isPaused: false });
    }
    void this.#intake.run();
    return failed.length > 0;
  }

  /** Stops what is not there yet and forgets it. */
  cancel(id?: string): void {
    const gone = this.#cancel(this.#chosen(id));
    void this.#parts.discard(gone.flatMap(({ item }) => uploadIdOf(item) ?? []));
  }

  /** Stops everything, because the submission is no more; there is nothing for the server to forget. */
  abandon(): void {
    this.#cancel([...this.#list.all(), ...this.#left()]);
  }

  /** Stops everything and shows none of it, because another person is here. Who began it can go on with it. */
  leave(): void {
    this.#failures.clear();
    for (const entry of this.#list.all()) this.#sender.stop(entry);
    this.#list.leave();
    void this.#lock?.then((release) => release());
    this.#owner = this.#lock = null;
    this.#reportFailures();
  }

  /** Takes a file off the list that has been dealt with. */
  clear(id: string): void {
    for (const entry of this.#chosen(id)) this.#list.delete(entry);
    this.#reportFailures();
  }

  /** Takes everything off the list that came through. It still belongs to what is kept while that lasts. */
  dismiss(): void {
    for (const entry of this.#list.all()) if (isThrough(entry)) this.#list.setAside(entry);
    this.#list.speed.reset();
  }

  /**
   * Learns from the server's list what became of files it has all bytes of. `askedAt`: when the
   * list was asked for, milliseconds.
   */
  learn(uploads: readonly Upload[], askedAt: number): void {
    for (const entry of this.#list.learn(uploads, askedAt)) {
      if (!entry.isKept) this.#failures.add(entry);
    }
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

  /** What is kept, not finished, and free to go on with. */
  #left(): Entry[] {
    return this.#list.kept().filter(({ item, isElsewhere }) => !isElsewhere && !isSettled(item));
  }

  /** What the files that are left can be read from, each once. */
  async #origins(): Promise<FileSystemHandle[]> {
    const origins: FileSystemHandle[] = [];
    for (const { item } of this.#left()) {
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

  async #lookForKept(): Promise<void> {
    await this.load();
    await this.#settleArrived();
    const left = this.#left();
    if (this.isBusy() || left.every(({ item }) => item.isPaused)) return;
    // Chosen here, too, while another tab worked on them.
    const held = left.flatMap(({ file, item }) => (file ? [{ ...item, file }] : []));
    if (held.length > 0) return this.#add(held);
    const origins = await this.#origins();
    const isAllowed = (await Promise.all(origins.map(isGranted))).every(Boolean);
    if (origins.length > 0 && isAllowed && !this.isBusy()) await this.continueKept();
  }

  /** The page may have been left before it heard that a file had arrived. */
  async #settleArrived(): Promise<void> {
    const left = this.#left();
    const ids = left.flatMap(({ item }) => uploadIdOf(item) ?? []);
    if (ids.length === 0) return;
    const arrived = await this.#parts.arrived(ids);
    for (const entry of left) {
      const isStill = this.#list.get(entry.item.id) === entry && entry.isKept;
      if (isStill && arrived.has(uploadIdOf(entry.item) ?? '')) {
        this.#list.set(entry, { state: 'stored' });
      }
    }
  }

  #take(chosen: readonly ChosenFile[]): void {
    const whose = {
      account: this.#parts.account(),
      home: this.#parts.home,
      owner: this.#owner ?? '',
    };
    const records = chosen.map((one) => ({ file: one.file, record: recordOf(one, whose) }));
    const ids = new Set(records.map(({ record }) => record.id));
    // The same file may have been chosen with or without the folders around it.
    const others = groupBy(
      this.#list.kept().filter(({ item }) => !ids.has(item.id)),
      ({ item }) => sameAs(item, item.about),
    );
    for (const { file, record } of records) {
      const alike = others.get(sameAs(record, record.about));
      const entry = this.#list.get(record.id) ?? alike?.shift();
      if (!entry) this.#list.insert(record, file);
      else if (entry.isElsewhere) entry.file = file;
      else if (entry.isKept || entry.item.state === 'failed') this.#read(entry, file, record);
    }
  }

  /** A file that was chosen again. Before it may not have been readable, for instance without the card. */
  #read(entry: Entry, file: File, { owner, path, origin }: UploadRecord): void {
    entry.isContinued ||= entry.isKept;
    entry.isKept = false;
    entry.file = file;
    const again = { state: 'waiting', message: null, isPaused: false } as const;
    const whose = { owner, path, origin: origin ?? entry.item.origin };
    this.#list.set(entry, isSettled(entry.item) ? whose : { ...whose, ...again });
  }

  async #keepUrl(entry: Entry, url: string): Promise<void> {
    this.#list.set(entry, { url });
    if (this.#list.get(entry.item.id) === entry) await this.#list.flush();
    // Cancelled while it was being announced.
    else await this.#parts.discard([uploadIdOf(entry.item) ?? '']);
  }

  #onProgress(entry: Entry, sent: number): void {
    const { state, sent: before } = entry.item;
    // The first report of an attempt may hold bytes of an earlier one, which say nothing of the speed.
    if (state === 'sending') this.#list.speed.add(Math.max(0, sent - before), Date.now());
    this.#list.setConnection(false);
    this.#list.set(entry, state === 'sending' ? { sent } : { state: 'sending', sent });
  }

  /** Nothing is left to send of a file. */
  #settle(entry: Entry, change: Partial<UploadItem>): void {
    entry.sentAt = Date.now();
    this.#list.set(entry, { sent: entry.item.size, isPaused: false, ...change });
    this.#reportFailures();
  }

  #fail(entry: Entry, { message, isFinal }: Failure): void {
    this.#failures.add(entry);
    if (isFinal) return this.#settle(entry, { state: 'refused', message });
    this.#list.set(entry, { state: 'failed', message });
    this.#reportFailures();
  }

  /** Answers which of the files were not there yet; they are on the list no more. */
  #cancel(entries: readonly Entry[]): Entry[] {
    const gone = entries.filter(({ item }) => isPending(item) || item.state === 'failed');
    for (const entry of gone) {
      this.#list.delete(entry);
      this.#sender.stop(entry);
    }
    this.#sender.fill();
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
