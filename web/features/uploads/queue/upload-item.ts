import type { Upload } from '#domain/uploads.ts';

/**
 * Where a file is on its way. `waiting`: nothing done yet; `checking`: hashed, and the project is
 * asked whether it has it; `queued`: handed over; `sending`; `storing`: all bytes are there;
 * `stored`; `known`: the project had it already; `refused`: the server will not have it;
 * `failed`: it did not get through and can be tried again.
 */
export type ItemState =
  | 'waiting'
  | 'checking'
  | 'queued'
  | 'sending'
  | 'storing'
  | 'stored'
  | 'known'
  | 'refused'
  | 'failed';

/** A file on its way into a submission. Sizes in bytes. */
export type UploadItem = {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  readonly state: ItemState;
  readonly isPaused: boolean;
  /** Why it was not taken, for `known`, `refused` and `failed`. */
  readonly words: string | null;
  /** Its id on the server, once it has one. */
  readonly uploadId: string | null;
};

const PENDING: readonly ItemState[] = ['waiting', 'checking', 'queued', 'sending'];
const SETTLED: readonly ItemState[] = ['storing', 'stored', 'known', 'refused'];

/** Whether there is still something to send. */
export const isPending = ({ state }: UploadItem): boolean => PENDING.includes(state);

/** Whether nothing is left to send, for better or worse. */
export const isSettled = ({ state }: UploadItem): boolean => SETTLED.includes(state);

/** Whether a file was not taken: the project had it already, or the server will not have it. */
export const isTurnedAway = ({ state }: UploadItem): boolean =>
  state === 'known' || state === 'refused';

export type Totals = {
  files: number;
  filesDone: number;
  /** Of those done. */
  turnedAway: number;
  bytes: number;
  bytesDone: number;
  /** Bytes of files that are neither paused nor failed and still have to go. */
  bytesLeft: number;
  pending: number;
  paused: number;
  failed: number;
};

/** The sums over all files of a batch; what is not sent because it is known counts as done. */
export function totalsOf(items: readonly UploadItem[]): Totals {
  const totals = {
    files: items.length,
    filesDone: 0,
    turnedAway: 0,
    bytes: 0,
    bytesDone: 0,
    bytesLeft: 0,
    pending: 0,
    paused: 0,
    failed: 0,
  };
  for (const item of items) {
    const done = isSettled(item) ? item.size : item.sent;
    totals.bytes += item.size;
    totals.bytesDone += done;
    if (isSettled(item)) totals.filesDone += 1;
    if (isTurnedAway(item)) totals.turnedAway += 1;
    if (item.state === 'failed') totals.failed += 1;
    if (!isPending(item)) continue;
    totals.pending += 1;
    if (item.isPaused) totals.paused += 1;
    else totals.bytesLeft += item.size - done;
  }
  return totals;
}

export type QueueSnapshot = {
  items: readonly UploadItem[];
  totals: Totals;
  isConnectionLost: boolean;
  isPaused: boolean;
  /** Null while there is too little to tell. */
  bytesPerSecond: number | null;
};

const RANK: Record<ItemState, number> = {
  failed: 0,
  sending: 1,
  checking: 2,
  queued: 3,
  waiting: 4,
  storing: 5,
  refused: 6,
  known: 7,
  stored: 8,
};

/** The files in the order people look for them: what needs them, what moves, what waits, what is over. */
export const byInterest = (items: readonly UploadItem[]): UploadItem[] =>
  items.toSorted((a, b) => RANK[a.state] - RANK[b.state]);

/**
 * The uploads on the server that this page knows nothing of: interrupted ones of another visit or
 * browser, and the outcomes of earlier ones that nobody has cleared.
 */
export function leftoversOf(uploads: readonly Upload[], items: readonly UploadItem[]): Upload[] {
  const own = new Set(items.map(({ uploadId }) => uploadId));
  // An upload is on the server's list a moment before this page hears its id.
  const beginning = new Set(items.filter(isPending).map(({ name, size }) => `${size} ${name}`));
  return uploads.filter(
    ({ id, state, fileName, fileSize }) =>
      state !== 'stored' &&
      !own.has(id) &&
      !(state === 'receiving' && beginning.has(`${fileSize} ${fileName}`)),
  );
}

/** Where the bytes of a file are already. */
export function knownWords(place: { submissionTitle?: string; isHere?: boolean } | null): string {
  if (place?.isHere) return 'Already in this submission';
  return place?.submissionTitle
    ? `Already in this project (${place.submissionTitle})`
    : 'Already in this project';
}

/** What became of a file that the server has all bytes of; null while it is being stored. */
export function outcomeOf(upload: Upload): Partial<UploadItem> | null {
  const { state, duplicateOf, errorMessage } = upload;
  if (state === 'duplicate') return { state: 'known', words: knownWords(duplicateOf) };
  if (state === 'refused') return { state, words: errorMessage };
  return state === 'stored' ? { state } : null;
}
