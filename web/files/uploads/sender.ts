import type { Entry, UploadList } from './upload-list.ts';
import type { UploadRecord } from './upload-records.ts';

const FILES_AT_ONCE = 3;
/** A connection without progress for this long counts as lost. */
const STALLED_MILLISECONDS = 60_000;

/** `isFinal`: the server will never accept the file. */
export type Failure = { message: string; isFinal: boolean };

export type SendHandlers = {
  /** Reports the upload URL. No data is sent until this resolves. */
  onUrl: (url: string) => Promise<void>;
  /** `sent`: total bytes, including earlier attempts. */
  onProgress: (sent: number) => void;
  onSent: () => void;
  onFailed: (failure: Failure) => void;
  /** The connection is lost; retries are automatic. */
  onLost: () => void;
};

/** Starts sending a file, resuming at its URL if there is one. Returns a function that stops it. */
export type SendFile = (
  file: File,
  record: Pick<UploadRecord, 'about' | 'sha256' | 'url'>,
  handlers: SendHandlers,
) => () => void;

type SenderDependencies = { send: SendFile } & {
  [Name in keyof SendHandlers]: (
    entry: Entry,
    ...args: Parameters<SendHandlers[Name]>
  ) => ReturnType<SendHandlers[Name]>;
};

export class Sender {
  readonly #list: UploadList;
  readonly #parts: SenderDependencies;
  /** Functions that stop the uploads in progress. */
  readonly #running = new Map<Entry, () => void>();

  constructor(list: UploadList, parts: SenderDependencies) {
    this.#list = list;
    this.#parts = parts;
  }

  startQueued(): void {
    for (const entry of this.#list.all()) {
      if (this.#running.size >= FILES_AT_ONCE) return;
      const { state, isPaused } = entry.item;
      const isReady = (state === 'queued' || state === 'sending') && !isPaused;
      if (isReady && !this.#running.has(entry)) this.#start(entry);
    }
  }

  stop(entry: Entry): void {
    this.#running.get(entry)?.();
    this.#running.delete(entry);
  }

  #start(entry: Entry): void {
    const { send, onUrl, onProgress, onSent, onFailed, onLost } = this.#parts;
    if (!entry.file) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort = () => {};
    const stop = () => {
      clearTimeout(timer);
      abort();
    };
    /** Ignores callbacks of stopped attempts. */
    const ifCurrent = (answer: () => void) => {
      if (this.#running.get(entry) === stop) answer();
    };
    const finish = (answer: () => void) =>
      ifCurrent(() => {
        clearTimeout(timer);
        this.#running.delete(entry);
        answer();
        this.startQueued();
      });
    const watch = (sent: number) => {
      clearTimeout(timer);
      // After the last byte, the server may take a long time to process a large file.
      if (sent >= entry.item.size) return;
      timer = setTimeout(() => {
        this.stop(entry);
        this.#start(entry);
      }, STALLED_MILLISECONDS);
    };
    this.#running.set(entry, stop);
    if (entry.item.sent > 0) watch(entry.item.sent);
    abort = send(entry.file, entry.item, {
      onUrl: (url) => onUrl(entry, url),
      onProgress: (sent) =>
        ifCurrent(() => {
          watch(sent);
          onProgress(entry, sent);
        }),
      onSent: () => finish(() => onSent(entry)),
      onFailed: (failure) => finish(() => onFailed(entry, failure)),
      onLost: () => ifCurrent(() => onLost(entry)),
    });
  }
}
