import { COMMON_ERRORS } from '#domain/common-errors.ts';
import type { ResumableFile } from './resumable-file.ts';

/** `waiting`: the connection was lost, and the download will resume automatically. */
export type SaveStatus = 'running' | 'waiting' | 'paused' | 'finished' | 'failed';
export type SaveState = { status: SaveStatus; written: number; message: string | null };

const RETRY_DELAYS = [500, 1000, 2000, 5000, 10_000];
/** Without data for this long, the connection is considered dead. */
const STALL_TIMEOUT_MS = 30_000;

type TransferOptions = {
  fetch: typeof fetch;
  /** Resolves after that time, or earlier if a retry makes sense. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  onChange: (saving: SaveState) => void;
};
type Source = { url: string; bytes: number };

/** The server refused with a message, so don't retry. */
class Refusal extends Error {}
class WriteError extends Error {}

export class Transfer {
  readonly #source: Source;
  readonly #file: ResumableFile;
  readonly #options: TransferOptions;
  #stop: AbortController | null = null;
  #request: AbortController | null = null;
  #finished: Promise<void> = Promise.resolve();
  #etag: string | null = null;

  constructor(source: Source, file: ResumableFile, options: TransferOptions) {
    this.#source = source;
    this.#file = file;
    this.#options = options;
  }

  /** Resolves when the download is finished, paused or failed. */
  start(): Promise<void> {
    if (this.#stop) return this.#finished;
    const stop = new AbortController();
    this.#stop = stop;
    this.#finished = this.#run(stop.signal).finally(() => (this.#stop = null));
    return this.#finished;
  }

  /** Resolves once all received bytes are saved. */
  pause(): Promise<void> {
    this.#stop?.abort();
    return this.#finished;
  }

  /** Aborts a stalled request, then retries after a pause. */
  abortRequest(): void {
    this.#request?.abort();
  }

  #report(status: SaveStatus, message: string | null = null) {
    this.#options.onChange({ status, written: this.#file.written, message });
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      await this.#readUntilComplete(signal);
      await this.#file.commit().catch(throwWriteError);
      this.#report(signal.aborted && !this.#isComplete() ? 'paused' : 'finished');
    } catch (error) {
      await this.#file.commit().catch(() => {});
      const isKnown = error instanceof Refusal || error instanceof WriteError;
      this.#report('failed', isKnown ? error.message : COMMON_ERRORS.INTERNAL[1]);
    }
  }

  #isComplete = () => this.#file.written >= this.#source.bytes;

  async #readUntilComplete(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !this.#isComplete() && !signal.aborted;) {
      const before = this.#file.written;
      this.#report('running');
      try {
        await this.#readOnce(signal);
      } catch (error) {
        if (error instanceof Refusal || error instanceof WriteError) throw error;
      }
      if (this.#isComplete() || signal.aborted) return;
      failures = this.#file.written > before ? 0 : failures + 1;
      this.#report('waiting');
      await this.#options.wait(
        RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0,
        signal,
      );
    }
  }

  async #readOnce(signal: AbortSignal): Promise<void> {
    const request = (this.#request = new AbortController());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resetTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
    };
    resetTimer();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    try {
      const body = await this.#fetchRest(request.signal);
      for (let part = await body.read(); !part.done; part = await body.read()) {
        resetTimer();
        await this.#file.write(part.value).catch(throwWriteError);
        this.#report('running');
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async #fetchRest(signal: AbortSignal) {
    const { written } = this.#file;
    const headers = { range: `bytes=${written}-`, ...(this.#etag && { 'if-range': this.#etag }) };
    const response = await this.#options.fetch(this.#source.url, { headers, signal });
    if (!response.ok) await throwRefusal(response);
    this.#etag = response.headers.get('etag');
    // Without 206, the server sends the whole file again because it has changed.
    if (response.status !== 206 && written > 0) await this.#file.restart().catch(throwWriteError);
    if (!response.body) throw new TypeError('no body');
    return response.body.getReader();
  }
}

/** Throws a Refusal, or an Error that is retried for statuses that may be temporary. */
async function throwRefusal(response: Response): Promise<never> {
  if (response.status >= 500 || response.status === 408 || response.status === 429)
    throw new TypeError(`answered ${response.status}`);
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  const message = typeof body?.message === 'string' ? body.message : COMMON_ERRORS.INTERNAL[1];
  throw new Refusal(message);
}

function throwWriteError(error: unknown): never {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  const why = isFull
    ? 'The disk is full. Free up space, then continue.'
    : "The file can't be written. Check that the disk is still connected, then continue.";
  throw new WriteError(why, { cause: error });
}
