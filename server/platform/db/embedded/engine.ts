import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { Duplex } from 'node:stream';
import type { Logger } from 'pino';

/** Enough of a net.Socket for pg. */
class PortStream extends Duplex {
  readonly #port: MessagePort;
  readonly #farPort: MessagePort;
  readonly #handOver: (farPort: MessagePort) => Promise<void>;

  constructor(hand: (farPort: MessagePort) => Promise<void>) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#farPort = port2;
    this.#handOver = hand;
    port1.on('message', (part: Uint8Array) => {
      this.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    });
    port1.on('close', () => this.push(null));
  }

  connect(): this {
    this.#handOver(this.#farPort).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    const copy = new Uint8Array(chunk);
    this.#port.postMessage(copy, [copy.buffer]);
    done();
  }

  override _final(done: () => void): void {
    this.#port.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port.ref();
    return this;
  }

  unref(): this {
    this.#port.unref();
    return this;
  }
}

export type WorkerTask = { directory: string | null; durable: boolean; image?: ArrayBuffer };
export type ToWorker = { port: MessagePort } | { imageTo: MessagePort } | { close: true };
export type FromWorker = { ready: true } | { closed: true } | { log: string };

const CLOSE_TIMEOUT_MS = 30_000;

// V8 compiles a faster wrapper after 1,000 WebAssembly calls. In V8 up to 13.6, two threads doing so at once can crash
// the process ("Check failed: jit_page.has_value()"). Queries aren't slower without it.
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647');

/** pg passes this error to the waiting query. */
class EngineStopped extends Error {
  readonly code = 'EEMBEDDED';
}

/** Starts the worker thread on demand, also after a crash. */
export class Engine {
  readonly #task: WorkerTask;
  readonly #log: Logger;
  readonly #streams = new Set<PortStream>();
  #worker: Promise<Worker> | null = null;
  #closing = false;

  constructor(task: WorkerTask, log: Logger) {
    this.#task = task;
    this.#log = log;
  }

  start(): Promise<Worker> {
    this.#worker ??= this.#spawn();
    return this.#worker;
  }

  connect(): PortStream {
    const stream = new PortStream(async (port) => {
      const worker = await this.start();
      worker.postMessage({ port } satisfies ToWorker, [port]);
    });
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    return stream;
  }

  /** @returns a tar of the data directory between two queries */
  async image(): Promise<ArrayBuffer> {
    const worker = await this.start();
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ imageTo: port2 } satisfies ToWorker, [port2]);
    const [image] = (await once(port1, 'message')) as [ArrayBuffer];
    port1.close();
    return image;
  }

  async close(): Promise<void> {
    this.#closing = true;
    const worker = await this.#worker?.catch(() => null);
    if (worker == null) return;
    const ended = once(worker, 'exit', { signal: AbortSignal.timeout(CLOSE_TIMEOUT_MS) });
    worker.on('message', (message: FromWorker) => {
      if ('closed' in message) void worker.terminate();
    });
    worker.postMessage({ close: true } satisfies ToWorker, []);
    // Terminating a hung shutdown loses nothing: the next start recovers from the WAL.
    await ended.catch(() => worker.terminate());
  }

  #spawn(): Promise<Worker> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#task });
    return new Promise((resolve, reject) => {
      let reason = 'its thread ended';
      worker.on('message', (message: FromWorker) => {
        if ('ready' in message) resolve(worker);
        if ('log' in message) {
          reason = message.log;
          this.#log.warn({ postgres: message.log }, 'embedded database');
        }
      });
      worker.on('error', (error: unknown) => {
        reason = error instanceof Error ? error.message : String(error);
        this.#log.error({ err: error }, 'the embedded database failed');
      });
      worker.once('exit', () => {
        this.#worker = null;
        if (!this.#closing)
          this.#log.error('the embedded database stopped; the next query starts it');
        const stopped = new EngineStopped(`The embedded database stopped: ${reason}`);
        reject(stopped);
        for (const stream of this.#streams) stream.destroy(stopped);
      });
    });
  }
}
