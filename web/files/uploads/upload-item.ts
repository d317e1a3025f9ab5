import type { Upload } from '#domain/uploads.ts';

const PENDING = ['sending', 'checking', 'queued', 'waiting'] as const;
const SETTLED = ['storing', 'stored', 'known', 'refused'] as const;

/**
 * Where a file is on its way. `waiting`: nothing done yet; `checking`: hashed, and the project is
 * asked whether it has it; `queued`: it may go; `sending`; `storing`: all bytes are there;
 * `stored`; `known`: the project had it already; `refused`: the server will not have it;
 * `failed`: it did not get through and can be tried again.
 */
export type ItemState = (typeof PENDING)[number] | (typeof SETTLED)[number] | 'failed';

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
  readonly message: string | null;
  /** Its id on the server, once it has one. */
  readonly uploadId: string | null;
};

/** What became of a file that is not stored, or not yet. */
export type KeptOutcome = Pick<UploadItem, 'state' | 'message' | 'uploadId'>;

const isIn = (states: readonly ItemState[], { state }: UploadItem) => states.includes(state);

/** Whether there is still something to send. */
export const isPending = (item: UploadItem): boolean => isIn(PENDING, item);

/** Whether nothing is left to send, for better or worse. */
export const isSettled = (item: UploadItem): boolean => isIn(SETTLED, item);

/** Whether the server has a file for good. */
export const isThere = ({ state }: UploadItem): boolean => state === 'stored' || state === 'known';

/** Whether a file was not taken: the project had it already, or the server will not have it. */
export const isTurnedAway = ({ state }: UploadItem): boolean =>
  state === 'known' || state === 'refused';

/** The sums over all files of a batch; what is not sent because it is known counts as done. */
export function totalsOf(items: readonly UploadItem[]) {
  const count = (test: (item: UploadItem) => boolean) => items.filter(test).length;
  const bytes = (of: (item: UploadItem) => number) =>
    items.reduce((sum, item) => sum + of(item), 0);
  return {
    files: items.length,
    filesDone: count(isSettled),
    /** Of those done. */
    turnedAway: count(isTurnedAway),
    /** Of those done: sent, and the server has not said yet what became of them. */
    storing: count(({ state }) => state === 'storing'),
    bytes: bytes(({ size }) => size),
    bytesDone: bytes((item) => (isSettled(item) ? item.size : item.sent)),
    /** Bytes of files that are neither paused nor failed and still have to go. */
    bytesLeft: bytes((item) => (isPending(item) && !item.isPaused ? item.size - item.sent : 0)),
    pending: count(isPending),
    paused: count((item) => isPending(item) && item.isPaused),
    failed: count(({ state }) => state === 'failed'),
  };
}

export type Totals = ReturnType<typeof totalsOf>;

export type QueueSnapshot = {
  items: readonly UploadItem[];
  totals: Totals;
  isConnectionLost: boolean;
  isPaused: boolean;
  /** Null while there is too little to tell. */
  bytesPerSecond: number | null;
};

/** The files that are not through, in the order people look for them: what needs them, what moves, what waits. */
export const openItems = (items: readonly UploadItem[]): UploadItem[] =>
  (['failed', ...PENDING] as const).flatMap((state) =>
    items.filter((item) => item.state === state),
  );

/**
 * The uploads on the server that this page knows nothing of: interrupted ones of another visit or
 * browser, and the outcomes of earlier ones that nobody has cleared.
 */
export function unfinishedUploads(
  uploads: readonly Upload[],
  items: readonly UploadItem[],
): Upload[] {
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
export function duplicateMessage(
  place: { submissionTitle?: string; isHere?: boolean } | null,
): string {
  if (place?.isHere) return 'Already in this submission';
  return place?.submissionTitle
    ? `Already in this project (${place.submissionTitle})`
    : 'Already in this project';
}

/** What became of a file that the server has all bytes of; null while it is being stored. */
export function outcomeOf(upload: Upload): Partial<UploadItem> | null {
  const { state, duplicateOf, errorMessage, submissionId } = upload;
  if (state === 'duplicate' && submissionId === null) {
    return { state: 'known', message: 'This client already has this file' };
  }
  if (state === 'duplicate') return { state: 'known', message: duplicateMessage(duplicateOf) };
  if (state === 'refused') return { state, message: errorMessage };
  return state === 'stored' ? { state } : null;
}
