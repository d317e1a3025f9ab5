import { useSyncExternalStore } from 'react';
import type { Download } from '#domain/downloads.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { forgetSaving, keepSaving, readSavings, type KeptSaving } from './kept-savings.ts';
import { hearTabs, holding, isHeld, tellTabs } from './other-tabs.ts';
import { ResumingFile } from './resuming-file.ts';
import { Transfer, type Saving } from './transfer.ts';

/**
 * How far a download is. `interrupted`: the page was left meanwhile; `elsewhere`: another tab is at it.
 */
export type Shown = Omit<Saving, 'status'> & {
  status: Saving['status'] | 'interrupted' | 'elsewhere';
  /** At the pace since this page began to save; null or absent while that is not known. */
  secondsLeft?: number | null;
};
type Source = Pick<Download, 'id' | 'url' | 'bytes' | 'fileName' | 'expiresAt'>;
type Place = Pick<KeptSaving, 'handle' | 'written'>;

/** How long it takes until the pace says how long the rest takes. */
const SETTLED_SECONDS = 5;

const shown = new Map<string, Shown>();
const running = new Map<string, Transfer>();
const kept = new Map<string, KeptSaving>();
const watchers = new Set<() => void>();

/** Whether this browser can write into a file of the person's, and so go on after a reload. */
export const canSave = (): boolean => window.showSaveFilePicker !== undefined;

function set(id: string, next: Shown | null): void {
  if (next) shown.set(id, next);
  else shown.delete(id);
  for (const watcher of watchers) watcher();
}

/** Shows what was begun before and not finished, unless a tab is at it. */
async function recall(): Promise<void> {
  for (const saving of await readSavings(Date.now())) {
    const { downloadId: id, written, isPaused } = saving;
    if (running.has(id) || (await isHeld(id))) continue;
    kept.set(id, saving);
    set(id, { status: isPaused ? 'paused' : 'interrupted', written, message: null });
  }
}

hearTabs((id, saving) => {
  if (running.has(id)) return;
  if (saving?.status === 'running' || saving?.status === 'waiting')
    return set(id, { ...saving, status: 'elsewhere' });
  if (saving?.status === 'finished') return set(id, saving);
  if (shown.get(id)?.status === 'elsewhere') set(id, null);
  void recall();
});

/** Resolves after so long, or as soon as the browser has a connection again. */
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

/** Asks where to save, and begins. If it can't ask, the browser downloads the file; canceling does nothing. */
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

/** Goes on with what was paused or interrupted; the browser may ask the person first. */
export async function resume(source: Source): Promise<void> {
  const place = kept.get(source.id);
  if (!place || (await place.handle.requestPermission?.({ mode: 'readwrite' })) === 'denied')
    return;
  await begin(source, place);
}

/** Goes on with what was interrupted where the browser still allows it without asking. */
export async function resumeByItself(source: Source): Promise<void> {
  const place = kept.get(source.id);
  const permission = await place?.handle.queryPermission?.({ mode: 'readwrite' });
  if (place && permission === 'granted') await begin(source, place);
}

/** Stops for now; all that came is kept. */
export const pause = async (id: string): Promise<void> => running.get(id)?.pause();

/** Stops for good and forgets how far it was. */
export async function forget(id: string): Promise<void> {
  await pause(id);
  kept.delete(id);
  await forgetSaving(id);
  set(id, null);
}

async function begin(source: Source, place: Place): Promise<void> {
  await holding(source.id, () => write(source, place));
  const last = shown.get(source.id);
  // Only now may another tab take it over.
  if (last && last.status !== 'elsewhere' && last.status !== 'interrupted')
    tellTabs(source.id, { ...last, status: last.status });
}

async function write({ id, url, bytes, expiresAt }: Source, place: Place): Promise<void> {
  if (running.has(id)) return;
  const saving = { ...place, downloadId: id, isPaused: false, until: Date.parse(expiresAt) };
  const keep = (changes: Partial<KeptSaving>) => keepSaving(Object.assign(saving, changes));
  const file = new ResumingFile(place.handle, (written) => keep({ written }));
  const begun = performance.now();
  const onChange = (next: Saving) => {
    const seconds = (performance.now() - begun) / 1000;
    const isKnown = next.status === 'running' && seconds > SETTLED_SECONDS;
    const perSecond = (next.written - place.written) / seconds;
    set(id, {
      ...next,
      secondsLeft: isKnown && perSecond > 0 ? (bytes - next.written) / perSecond : null,
    });
    if (next.status === 'running' || next.status === 'waiting') tellTabs(id, next);
  };
  const means = { fetch: window.fetch.bind(window), wait, onChange };
  const transfer = new Transfer({ url, bytes }, file, means);
  running.set(id, transfer);
  kept.set(id, saving);
  try {
    await file.open(place.written);
    await keep({});
    await transfer.start();
  } catch {
    const message = 'The file can no longer be found.';
    onChange({ status: 'failed', written: place.written, message });
  } finally {
    running.delete(id);
  }
  const status = shown.get(id)?.status;
  if (status === 'finished') await forgetSaving(id);
  else await keep({ isPaused: status === 'paused' });
}

/** How far a download is in this browser; null when it is not being saved. */
export const useSaving = (id: string): Shown | null =>
  useSyncExternalStore(watch, () => shown.get(id) ?? null);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

window.addEventListener('offline', () => {
  for (const transfer of running.values()) transfer.cut();
});

/** Leaving the page stops what is being saved; the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (running.size > 0) event.preventDefault();
});

void recall();
