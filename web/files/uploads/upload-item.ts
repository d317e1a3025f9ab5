import type { Upload } from '#domain/uploads.ts';
import {
  PENDING_STATES,
  SETTLED_STATES,
  type UploadRecord,
  type UploadState,
} from './upload-records.ts';

/** An upload record with the bytes sent so far. */
export type UploadItem = UploadRecord & { readonly sent: number };

type HasState = Pick<UploadRecord, 'state'>;

const isIn = (states: readonly UploadState[], { state }: HasState) => states.includes(state);

/** The upload's ID on the server, once known. */
export const uploadIdOf = ({ url }: UploadRecord): string | null => url?.split('/').at(-1) ?? null;

export const isPending = (item: HasState): boolean => isIn(PENDING_STATES, item);

/** Whether nothing is left to send. True for refused files, too. */
export const isSettled = (item: HasState): boolean => isIn(SETTLED_STATES, item);

export const isOnServer = ({ state }: HasState): boolean => state === 'stored' || state === 'known';

export const isRejected = ({ state }: HasState): boolean =>
  state === 'known' || state === 'refused';

/** Totals of a batch. Duplicates count as done. */
export function totalsOf(items: readonly UploadItem[]) {
  const count = (test: (item: UploadItem) => boolean) => items.filter(test).length;
  const bytes = (of: (item: UploadItem) => number) =>
    items.reduce((sum, item) => sum + of(item), 0);
  return {
    files: items.length,
    filesDone: count(isSettled),
    /** Included in `filesDone`. */
    rejected: count(isRejected),
    /** Included in `filesDone`: sent, but not yet confirmed by the server. */
    storing: count(({ state }) => state === 'storing'),
    bytes: bytes(({ size }) => size),
    bytesDone: bytes((item) => (isSettled(item) ? item.size : item.sent)),
    /** Bytes left to send, except for paused and failed files. */
    bytesLeft: bytes((item) => (isPending(item) && !item.isPaused ? item.size - item.sent : 0)),
    pending: count(isPending),
    paused: count((item) => isPending(item) && item.isPaused),
    failed: count(({ state }) => state === 'failed'),
  };
}

export type Totals = ReturnType<typeof totalsOf>;

export type QueueSnapshot = {
  /** Files handled by this page. */
  items: readonly UploadItem[];
  /** Files from before a reload that must be read again. Empty once all are finished. */
  kept: readonly UploadItem[];
  /** Files handled by another tab. Empty once all are finished. */
  inOtherTabs: readonly UploadItem[];
  totals: Totals;
  isConnectionLost: boolean;
  isPaused: boolean;
  /** Null if there is too little data. */
  bytesPerSecond: number | null;
};

export const allItems = ({ items, kept, inOtherTabs }: QueueSnapshot): UploadItem[] => [
  ...items,
  ...kept,
  ...inOtherTabs,
];

/** Unfinished files: failed first, then active, then waiting. */
export const openItems = (items: readonly UploadItem[]): UploadItem[] =>
  (['failed', ...PENDING_STATES] as const).flatMap((state) =>
    items.filter((item) => item.state === state),
  );

/** Server uploads unknown to this page: interrupted elsewhere, or finished but not yet cleared. */
export function unfinishedUploads(
  uploads: readonly Upload[],
  items: readonly UploadItem[],
): Upload[] {
  const own = new Set(items.map(uploadIdOf));
  // An upload appears in the server's list before this page receives its ID.
  const starting = new Set(items.filter(isPending).map(({ name, size }) => `${size} ${name}`));
  return uploads.filter(
    ({ id, state, fileName, fileSize }) =>
      state !== 'stored' &&
      !own.has(id) &&
      !(state === 'receiving' && starting.has(`${fileSize} ${fileName}`)),
  );
}

export function duplicateMessage(
  place: { submissionTitle?: string; isHere?: boolean } | null,
): string {
  if (place?.isHere) return 'Already in this submission';
  return place?.submissionTitle
    ? `Already in this project (${place.submissionTitle})`
    : 'Already in this project';
}

/** The outcome of a fully sent file; null while the server is storing it. */
export function outcomeOf(upload: Upload): Partial<UploadItem> | null {
  const { state, duplicateOf, errorMessage, submissionId } = upload;
  if (state === 'duplicate' && submissionId === null) {
    return { state: 'known', message: 'This client already has this file' };
  }
  if (state === 'duplicate') return { state: 'known', message: duplicateMessage(duplicateOf) };
  if (state === 'refused') return { state, message: errorMessage };
  return state === 'stored' ? { state } : null;
}
