import type { IntakeParts } from './intake.ts';
import type { KeptBatch } from './kept-batch.ts';
import type { Totals, UploadItem } from './upload-item.ts';

/** What brings the bytes over. It keeps to a few files at a time and goes on by itself after a break. */
export type Sender = {
  send: (upload: { id: string; fingerprint: string; file: File }) => void;
  pause: (id: string) => void;
  resume: (id: string) => void;
  /** Stops it; what the server got of it stays there. */
  cancel: (id: string) => void;
};

export type SenderEars = {
  /** `sent`: bytes that went so far, with those of earlier attempts. */
  onProgress: (id: string, sent: number, uploadId: string | null) => void;
  onSent: (id: string, uploadId: string | null) => void;
  /** `isFinal`: the server will never have it. */
  onFailed: (id: string, words: string, isFinal: boolean) => void;
  onConnection: (isLost: boolean) => void;
};

export type QueueParts = IntakeParts & {
  submissionId: string;
  createSender: (ears: SenderEars) => Sender;
  /** Remembers the batch over a reload of the page; null forgets it. */
  keep: (batch: KeptBatch | null) => void;
  /** Called with what was cancelled on its way, so that the server can forget what it got. */
  onCancelled: (items: readonly UploadItem[]) => void;
  /** Called once a batch has come to rest, with what did not get through since the last time. */
  onFailures: (failed: readonly UploadItem[]) => void;
  /** Milliseconds. */
  now: () => number;
};

export type QueueSnapshot = {
  items: readonly UploadItem[];
  totals: Totals;
  isConnectionLost: boolean;
  isPaused: boolean;
  /** Null while there is too little to tell. */
  bytesPerSecond: number | null;
};
