import { recordStore } from '#web/lib/record-store.ts';
import { fileKey, originOf, type PickedFile } from './picked-files.ts';

export const PENDING_STATES = ['sending', 'checking', 'queued', 'waiting'] as const;
/** States in which nothing is left to send. Includes refused files. */
export const SETTLED_STATES = ['storing', 'stored', 'known', 'refused'] as const;

/**
 * `waiting`: not processed yet; `checking`: being hashed and checked for duplicates; `queued`: ready to send;
 * `storing`: fully sent; `known`: duplicate; `refused`: can't be accepted; `failed`: can be retried.
 */
export type UploadState =
  | (typeof PENDING_STATES)[number]
  | (typeof SETTLED_STATES)[number]
  | 'failed';

export const STANDALONE = 'standalone';

/**
 * An upload as stored in the browser to survive reloads. File contents and progress are only in memory. All records of
 * a home (a submission or STANDALONE) are deleted once none of its files is left to send.
 */
export type UploadRecord = {
  readonly id: string;
  readonly home: string;
  readonly about: Readonly<Record<string, string>>;
  /** Name of the lock that is held by the page that sends the file. */
  readonly owner: string;
  readonly name: string;
  /** Path that includes the chosen folder: 'DCIM/100MEDIA/DJI_0001.JPG'. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds. */
  readonly lastModified: number;
  /** The file or its folder, readable after a reload. If null, the file must be chosen again. */
  readonly origin: FileSystemHandle | null;
  /** Null until hashed, or if the browser can't hash. */
  readonly sha256: string | null;
  /** The tus upload URL, once known; ends in the upload's ID. */
  readonly url: string | null;
  readonly state: UploadState;
  readonly isPaused: boolean;
  /** Why it's `known`, `refused` or `failed`. */
  readonly message: string | null;
};

/** Record IDs include the account, so that nobody resumes another person's uploads. */
const keyPrefix = (account: string, home: string) => `${account}/${home}/`;

export type ChosenFile = PickedFile & Pick<UploadRecord, 'about'>;

/** Identifies the same file with the same metadata, however it was chosen. */
export const recordKey = (file: Parameters<typeof fileKey>[0], about: UploadRecord['about']) =>
  `${fileKey(file)}${JSON.stringify(about)}`;

/** The record of a chosen file. Its ID is the same whenever it's chosen the same way. */
export function recordOf(
  { file, path, about }: ChosenFile,
  { account, home, owner }: { account: string; home: string; owner: string },
): UploadRecord {
  return {
    id: `${keyPrefix(account, home)}${path}${recordKey(file, about)}`,
    home,
    about,
    owner,
    name: file.name,
    path,
    size: file.size,
    lastModified: file.lastModified,
    origin: originOf(file),
    sha256: null,
    url: null,
    state: 'waiting',
    isPaused: false,
    message: null,
  };
}

const openRecords = recordStore('overfly-upload-files', 'files', 'id');

/** An account's records for one home or all of them. Empty if the browser can't store records. */
export async function readRecords(account: string, home?: string): Promise<UploadRecord[]> {
  const start = home === undefined ? `${account}/` : keyPrefix(account, home);
  const range = IDBKeyRange.bound(start, `${start}\uffff`);
  try {
    const found = await openRecords<unknown>('readonly', (all): IDBRequest => all.getAll(range));
    return found as UploadRecord[];
  } catch {
    return [];
  }
}

/** Writes in one transaction, durable once it resolves. Never rejects: uploads also work without records. */
export async function writeRecords(
  changed: readonly UploadRecord[],
  removed: readonly string[],
): Promise<void> {
  try {
    await openRecords('readwrite', (all) => {
      for (const record of changed) all.put(record);
      for (const id of removed) all.delete(id);
      return all.count();
    });
  } catch {
    // Some browsers can't store handles, and some can't store anything.
    if (changed.every(({ origin }) => origin === null)) return;
    await writeRecords(
      changed.map((record) => ({ ...record, origin: null })),
      removed,
    );
  }
}

/** Deletes version 0.3's upload storage. Its unfinished files must be chosen again. */
export function removeOldRecords(): void {
  try {
    indexedDB.deleteDatabase('overfly-uploads');
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith('overfly-upload/')) window.localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
