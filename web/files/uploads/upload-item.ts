import type { Upload } from '#domain/uploads.ts';
import { PENDING, SETTLED, type UploadRecord, type UploadState } from './upload-records.ts';

/** A record, and what the page knows of it: `sent` in bytes. */
export type UploadItem = UploadRecord & { readonly sent: number };

type HasState = Pick<UploadRecord, 'state'>;

const isIn = (states: readonly UploadState[], { state }: HasState) => states.includes(state);

/** Its id on the server, once it has one. */
export const uploadIdOf = ({ url }: UploadRecord): string | null => url?.split('/').at(-1) ?? null;

/** Whether there is still something to send. */
export const isPending = (item: HasState): boolean => isIn(PENDING, item);

/** Whether nothing is left to send, for better or worse. */
export const isSettled = (item: HasState): boolean => isIn(SETTLED, item);

/** Whether the server has a file for good. */
export const isThere = ({ state }: HasState): boolean => state === 'stored' || state === 'known';

/** Whether a file was not taken: the project had it already, or the server will not have it. */
export const isTurnedAway = ({ state }: HasState): boolean =>
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
  /** What this page works on, or did. */
  items: readonly UploadItem[];
  /** What was begun before the page was loaded, and waits for its files to be read again. Empty unless something is left. */
  kept: readonly UploadItem[];
  /** What another tab works on. Empty once that is done. */
  elsewhere: readonly UploadItem[];
  totals: Totals;
  isConnectionLost: boolean;
  isPaused: boolean;
  /** Null while there is too little to tell. */
  bytesPerSecond: number | null;
};

/** All that a queue knows of, also from before the page was loaded. */
export const known = ({ items, kept, elsewhere }: QueueSnapshot): UploadItem[] => [
  ...items,
  ...kept,
  ...elsewhere,
];

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
  const own = new Set(items.map(uploadIdOf));
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
