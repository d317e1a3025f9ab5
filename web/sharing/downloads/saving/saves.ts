import { useSyncExternalStore } from 'react';
import type { Download } from '#domain/downloads.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { ResumableFile } from './resumable-file.ts';
import { Transfer, type SaveState } from './transfer.ts';
import { recordStore } from '#web/lib/record-store.ts';

/** How often tabs report their progress, and when a report is out of date. */
const REPORT_INTERVAL_MS = 500;
const STALE_AFTER_MS = 5000;

type ProgressReport = SaveState & { id: string };

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('overfly-downloads') : null;
const lastReports = new Map<string, { at: number; status: SaveState['status'] }>();

/** Reports progress to other tabs: every change of status, but bytes only at intervals. */
function reportToTabs(id: string, { status, written, message }: SaveState): void {
  const [before, at] = [lastReports.get(id), Date.now()];
  if (before?.status === status && at - before.at < REPORT_INTERVAL_MS) return;
  lastReports.set(id, { at, status });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- broadcast channels have a single origin
  channel?.postMessage({ id, status, written, message } satisfies ProgressReport);
}

/** Calls `listener` with another tab's progress, or null if it stopped reporting, e.g. because it was closed. */
function listenToTabs(listener: (id: string, saving: SaveState | null) => void): void {
  const timers = new Map<string, number>();
  channel?.addEventListener(
    'message',
    ({ data: { id, ...saving } }: MessageEvent<ProgressReport>) => {
      window.clearTimeout(timers.get(id));
      listener(id, saving);
      const timer = window.setTimeout(() => listener(id, null), STALE_AFTER_MS);
      timers.set(id, timer);
    },
  );
}

// Despite its type, `navigator.locks` is missing without HTTPS.
const locks = (): LockManager | undefined => navigator.locks;
const lockName = (id: string) => `overfly-download:${id}`;

const isLocked = async (id: string): Promise<boolean> =>
  ((await locks()?.query())?.held ?? []).some(({ name }) => name === lockName(id));

/** Runs `work` while this tab alone writes the file of a download; does nothing if another tab does. */
async function withLock(id: string, work: () => Promise<void>): Promise<void> {
  const all = locks();
  if (!all) return work();
  await all.request(lockName(id), { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/** A stored download; `until` is the time its URL expires, ms. */
type StoredSave = {
  downloadId: string;
  handle: FileSystemFileHandle;
  /** Bytes saved to the file. */
  written: number;
  isPaused: boolean;
  until: number;
};

const withSaves = recordStore('overfly-downloads', 'savings', 'downloadId');

/** All unfinished downloads; deletes those whose URL has expired. */
async function readSaves(now: number): Promise<StoredSave[]> {
  try {
    const all = await withSaves(
      'readonly',
      (savings) => savings.getAll() as IDBRequest<StoredSave[]>,
    );
    for (const { downloadId, until } of all) if (until <= now) await forgetSave(downloadId);
    return all.filter(({ until }) => until > now);
  } catch {
    return [];
  }
}

/** Without storage, as in a private window, saving works but can't be resumed after a reload. */
async function storeSave(saving: StoredSave): Promise<void> {
  await withSaves('readwrite', (savings): IDBRequest => savings.put(saving)).catch(() => {});
}

async function forgetSave(downloadId: string): Promise<void> {
  await withSaves('readwrite', (savings): IDBRequest => savings.delete(downloadId)).catch(() => {});
}

/** `interrupted`: the page was closed; `elsewhere`: another tab is saving it. */
export type ShownSave = Omit<SaveState, 'status'> & {
  status: SaveState['status'] | 'interrupted' | 'elsewhere';
  /** Estimated from the speed since this page started saving; null or absent if unknown. */
  secondsLeft?: number | null;
};
type Source = Pick<Download, 'id' | 'url' | 'bytes' | 'fileName' | 'expiresAt'>;
type Place = Pick<StoredSave, 'handle' | 'written'>;

/** How long the speed is measured before the remaining time is shown. */
const MIN_MEASURED_SECONDS = 5;

const shown = new Map<string, ShownSave>();
const running = new Map<string, Transfer>();
const kept = new Map<string, StoredSave>();
const watchers = new Set<() => void>();

/** Whether this browser can write to a file that the person chooses, and can therefore resume after a reload. */
export const canSave = (): boolean => window.showSaveFilePicker !== undefined;

function set(id: string, next: ShownSave | null): void {
  if (next) shown.set(id, next);
  else shown.delete(id);
  for (const watcher of watchers) watcher();
}

/** Shows downloads that weren't finished, unless a tab is saving them. */
async function restoreInterrupted(): Promise<void> {
  for (const saving of await readSaves(Date.now())) {
    const { downloadId: id, written, isPaused } = saving;
    if (running.has(id) || (await isLocked(id))) continue;
    kept.set(id, saving);
    set(id, { status: isPaused ? 'paused' : 'interrupted', written, message: null });
  }
}

listenToTabs((id, saving) => {
  if (running.has(id)) return;
  if (saving?.status === 'running' || saving?.status === 'waiting')
    return set(id, { ...saving, status: 'elsewhere' });
  if (saving?.status === 'finished') return set(id, saving);
  if (shown.get(id)?.status === 'elsewhere') set(id, null);
  void restoreInterrupted();
});

/** Resolves after that time, when the browser is online again, or when aborted. */
const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = window.setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });

/** Asks where to save, and starts. If it can't ask, the browser downloads the file; canceling does nothing. */
export async function save(source: Source): Promise<void> {
  const handle = canSave() ? await pick(source.fileName) : 'unavailable';
  if (handle === 'unavailable') saveFile(source.url, source.fileName);
  else if (handle) await begin(source, { handle, written: 0 });
}

async function pick(suggestedName: string): Promise<FileSystemFileHandle | 'unavailable' | null> {
  const types = [{ description: 'ZIP archive', accept: { 'application/zip': ['.zip'] } }];
  try {
    return (await window.showSaveFilePicker?.({ suggestedName, id: 'downloads', types })) ?? null;
  } catch (error) {
    // Other errors: the click was too long ago, or a browser policy forbids it.
    return error instanceof DOMException && error.name === 'AbortError' ? null : 'unavailable';
  }
}

/** Resumes a paused or interrupted download; the browser may ask for permission. */
export async function resume(source: Source): Promise<void> {
  const place = kept.get(source.id);
  if (!place || (await place.handle.requestPermission?.({ mode: 'readwrite' })) === 'denied')
    return;
  await begin(source, place);
}

/** Resumes an interrupted download if the browser still allows it without asking. */
export async function resumeAutomatically(source: Source): Promise<void> {
  const place = kept.get(source.id);
  const permission = await place?.handle.queryPermission?.({ mode: 'readwrite' });
  if (place && permission === 'granted') await begin(source, place);
}

export const pause = async (id: string): Promise<void> => running.get(id)?.pause();

export async function forget(id: string): Promise<void> {
  await pause(id);
  kept.delete(id);
  await forgetSave(id);
  set(id, null);
}

async function begin(source: Source, place: Place): Promise<void> {
  await withLock(source.id, () => write(source, place));
  const last = shown.get(source.id);
  // Report last, because another tab may then take over.
  if (last && last.status !== 'elsewhere' && last.status !== 'interrupted')
    reportToTabs(source.id, { ...last, status: last.status });
}

async function write({ id, url, bytes, expiresAt }: Source, place: Place): Promise<void> {
  if (running.has(id)) return;
  const saving = { ...place, downloadId: id, isPaused: false, until: Date.parse(expiresAt) };
  const update = (changes: Partial<StoredSave>) => storeSave(Object.assign(saving, changes));
  const file = new ResumableFile(place.handle, (written) => update({ written }));
  const startedAt = performance.now();
  const onChange = (next: SaveState) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const isKnown = next.status === 'running' && seconds > MIN_MEASURED_SECONDS;
    const perSecond = (next.written - place.written) / seconds;
    set(id, {
      ...next,
      secondsLeft: isKnown && perSecond > 0 ? (bytes - next.written) / perSecond : null,
    });
    if (next.status === 'running' || next.status === 'waiting') reportToTabs(id, next);
  };
  const options = { fetch: window.fetch.bind(window), wait, onChange };
  const transfer = new Transfer({ url, bytes }, file, options);
  running.set(id, transfer);
  kept.set(id, saving);
  try {
    await file.open(place.written);
    await update({});
    await transfer.start();
  } catch {
    const message = 'The saved file was moved or deleted. Download it again.';
    onChange({ status: 'failed', written: place.written, message });
  } finally {
    running.delete(id);
  }
  const status = shown.get(id)?.status;
  if (status === 'finished') await forgetSave(id);
  else await update({ isPaused: status === 'paused' });
}

export const useSave = (id: string): ShownSave | null =>
  useSyncExternalStore(watch, () => shown.get(id) ?? null);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

window.addEventListener('offline', () => {
  for (const transfer of running.values()) transfer.abortRequest();
});

/** Leaving the page would stop downloads, so the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (running.size > 0) event.preventDefault();
});

void restoreInterrupted();
