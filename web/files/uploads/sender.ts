import type { Entry, UploadList } from './upload-list.ts';
import type { UploadRecord } from './upload-records.ts';

const FILES_AT_ONCE = 3;
/** No byte went for so long: the connection is dead although nobody has said so. */
const STALLED_MILLISECONDS = 60_000;

/** `isFinal`: the server will never have it. */
export type Failure = { message: string; isFinal: boolean };

export type SendHandlers = {
  /** Where its bytes go, which wait until this resolves. */
  onUrl: (url: string) => Promise<void>;
  /** `sent`: bytes that went so far, with those of earlier attempts. */
  onProgress: (sent: number) => void;
  onSent: () => void;
  onFailed: (failure: Failure) => void;
  /** The connection is lost; it goes on by itself. */
  onLost: () => void;
};

/** Begins to send a file, at its URL where an earlier attempt stopped; answers how to stop. */
export type SendFile = (
  file: File,
  record: Pick<UploadRecord, 'about' | 'sha256' | 'url'>,
  handlers: SendHandlers,
) => () => void;

type SenderParts = { send: SendFile } & {
  [Name in keyof SendHandlers]: (
    entry: Entry,
    ...heard: Parameters<SendHandlers[Name]>
  ) => ReturnType<SendHandlers[Name]>;
};

/** Sends what is ready on a list, a few files at a time. */
export class Sender {
  readonly #list: UploadList;
  readonly #parts: SenderParts;
  /** How to stop each file that is being sent. */
  readonly #running = new Map<Entry, () => void>();

  constructor(list: UploadList, parts: SenderParts) {
    this.#list = list;
    this.#parts = parts;
  }

  /** Begins with files that are ready, as long as there is room. */
  fill(): void {
    for (const entry of this.#list.all()) {
      if (this.#running.size >= FILES_AT_ONCE) return;
      const { state, isPaused } = entry.item;
      const isReady = (state === 'queued' || state === 'sending') && !isPaused;
      if (isReady && !this.#running.has(entry)) this.#start(entry);
    }
  }

  /** Stops a file; the next one may go. */
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
    /** What a stopped attempt still says counts no more. */
    const heard = (answer: () => void) => {
      if (this.#running.get(entry) === stop) answer();
    };
    const ended = (answer: () => void) =>
      heard(() => {
        clearTimeout(timer);
        this.#running.delete(entry);
        answer();
        this.fill();
      });
    const watch = (sent: number) => {
      clearTimeout(timer);
      // With its last byte sent it waits for the server, which may take long over a large file.
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
        heard(() => {
          watch(sent);
          onProgress(entry, sent);
        }),
      onSent: () => ended(() => onSent(entry)),
      onFailed: (failure) => ended(() => onFailed(entry, failure)),
      onLost: () => heard(() => onLost(entry)),
    });
  }
}
