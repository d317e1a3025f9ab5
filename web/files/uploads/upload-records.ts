import { recordStore } from '#web/lib/record-store.ts';
import { likenessOf, originOf, type PickedFile } from './picked-files.ts';

/** What is still to be sent. */
export const PENDING = ['sending', 'checking', 'queued', 'waiting'] as const;
/** Nothing is left to send, for better or worse. */
export const SETTLED = ['storing', 'stored', 'known', 'refused'] as const;

/**
 * Where a file is on its way. `waiting`: nothing done yet; `checking`: hashed, and the project is
 * asked whether it has it; `queued`: it may go; `sending`; `storing`: all bytes are there;
 * `stored`; `known`: the project had it already; `refused`: the server will not have it;
 * `failed`: it did not get through and can be tried again.
 */
export type UploadState = (typeof PENDING)[number] | (typeof SETTLED)[number] | 'failed';

/** The home of files that belong to no submission. */
export const STANDALONE = 'standalone';

/**
 * A file on its way, as the browser keeps it: **this is what survives a reload**. The list on the screen shows these
 * records. Only a file's contents and its progress belong to the page. All records of a home go once nothing of it is
 * left to send.
 */
export type UploadRecord = {
  readonly id: string;
  /** What it goes to: the id of a submission, or STANDALONE. */
  readonly home: string;
  /** What is said of it when it is announced. */
  readonly about: Readonly<Record<string, string>>;
  /** The lock that the page which sends it holds for as long as it lives. */
  readonly owner: string;
  readonly name: string;
  /** Where it was in what was chosen: 'DCIM/100MEDIA/DJI_0001.JPG'. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds. */
  readonly lastModified: number;
  /** What it can be read from after a reload, a file or the folder around it. Null: it must be chosen again. */
  readonly origin: FileSystemHandle | null;
  /** Null until it was read, and where the browser cannot tell. */
  readonly sha256: string | null;
  /** Where its bytes go by the tus protocol, once that is known; it ends in its id on the server. */
  readonly url: string | null;
  readonly state: UploadState;
  readonly isPaused: boolean;
  /** Why it was not taken, for `known`, `refused` and `failed`. */
  readonly message: string | null;
};

/** Nobody continues what another person began: the ids of their records differ. */
const startOf = (account: string, home: string) => `${account}/${home}/`;

/** A file that was just chosen, with what is said of it. */
export type ChosenFile = PickedFile & Pick<UploadRecord, 'about'>;

/** The same file again, of which the same is said, chosen in any way. */
export const sameAs = (file: Parameters<typeof likenessOf>[0], about: UploadRecord['about']) =>
  `${likenessOf(file)}${JSON.stringify(about)}`;

/** The record of a file that was just chosen. The same file, chosen in the same way, has the same id. */
export function recordOf(
  { file, path, about }: ChosenFile,
  { account, home, owner }: { account: string; home: string; owner: string },
): UploadRecord {
  return {
    id: `${startOf(account, home)}${path}${sameAs(file, about)}`,
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

const withRecords = recordStore('overfly-upload-files', 'files', 'id');

/** The records of a person, in the order of their paths; of one home, or of all. None where nothing is kept. */
export async function readRecords(account: string, home?: string): Promise<UploadRecord[]> {
  const start = home === undefined ? `${account}/` : startOf(account, home);
  const range = IDBKeyRange.bound(start, `${start}\uffff`);
  try {
    const found = await withRecords<unknown>('readonly', (all): IDBRequest => all.getAll(range));
    return found as UploadRecord[];
  } catch {
    return [];
  }
}

/**
 * Writes and removes records at once; both survive the end of the browser when this resolves. Never rejects:
 * without records an upload still runs as long as its page.
 */
export async function writeRecords(
  changed: readonly UploadRecord[],
  removed: readonly string[],
): Promise<void> {
  try {
    await withRecords('readwrite', (all) => {
      for (const record of changed) all.put(record);
      for (const id of removed) all.delete(id);
      return all.count();
    });
  } catch {
    // Some browsers keep no handles, some nothing.
    if (changed.every(({ origin }) => origin === null)) return;
    await writeRecords(
      changed.map((record) => ({ ...record, origin: null })),
      removed,
    );
  }
}

/** Version 0.3 kept uploads elsewhere. Files that it did not finish are chosen again. */
export function removeOldRecords(): void {
  try {
    indexedDB.deleteDatabase('overfly-uploads');
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith('overfly-upload/')) window.localStorage.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}
