import { recordStore } from '#web/lib/record-store.ts';

/** What the browser remembers of a download that is saved into a file; `until` in milliseconds. */
export type KeptSaving = {
  downloadId: string;
  handle: FileSystemFileHandle;
  /** How much of the file is there, bytes. */
  written: number;
  isPaused: boolean;
  until: number;
};

const withSavings = recordStore('overfly-downloads', 'savings', 'downloadId');

/** All that were not finished; those whose address has ended are forgotten. */
export async function readSavings(now: number): Promise<KeptSaving[]> {
  try {
    const all = await withSavings(
      'readonly',
      (savings) => savings.getAll() as IDBRequest<KeptSaving[]>,
    );
    for (const { downloadId, until } of all) if (until <= now) await forgetSaving(downloadId);
    return all.filter(({ until }) => until > now);
  } catch {
    return [];
  }
}

/** Without the memory, as in a private window, it can be saved all the same, but not after a reload. */
export async function keepSaving(saving: KeptSaving): Promise<void> {
  await withSavings('readwrite', (savings): IDBRequest => savings.put(saving)).catch(() => {});
}

export async function forgetSaving(downloadId: string): Promise<void> {
  await withSavings('readwrite', (savings): IDBRequest => savings.delete(downloadId)).catch(
    () => {},
  );
}
