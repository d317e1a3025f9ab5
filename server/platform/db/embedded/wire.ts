import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';

const SSL_REQUEST = 80877103;
const NO_SSL = Buffer.from('N');
const TERMINATE = 'X'.charCodeAt(0);
/** PostgreSQL returns 8 KiB at a time, so several are sent together. */
const PART_BYTES = 65_536;

/** PostgreSQL wire protocol 3 over message ports. A new port takes over the only session, which is reset. */
export class WireSession {
  readonly #db: PGlite;
  readonly #onFatal: (error: unknown) => void;
  #port: MessagePort | null = null;
  #stopped = false;
  #chain: Promise<void> = Promise.resolve();

  /** `onFatal` isn't called for failed statements. */
  constructor(db: PGlite, onFatal: (error: unknown) => void) {
    this.#db = db;
    this.#onFatal = onFatal;
  }

  serve(port: MessagePort): void {
    if (this.#port !== null) this.#enqueue(() => this.#reset());
    this.#port = port;
    const messages = new MessageReader();
    port.on('message', (chunk: Uint8Array) => {
      messages.push(chunk);
      if (messages.takeSslRequest()) port.postMessage(new Uint8Array(NO_SSL));
      const batch = messages.takeComplete();
      if (batch !== null) this.#enqueue(() => this.#answer(port, batch));
      if (messages.terminated) this.#closePort(port);
    });
    port.on('close', () => this.#closePort(port));
  }

  /** Runs `step` after all earlier requests and before later ones. */
  whenIdle(step: () => Promise<void>): Promise<void> {
    this.#enqueue(step);
    return this.#chain;
  }

  stop(): void {
    this.#stopped = true;
  }

  #closePort(port: MessagePort): void {
    if (this.#port !== port) return;
    this.#port = null;
    this.#enqueue(() => this.#reset());
  }

  async #answer(port: MessagePort, batch: Uint8Array): Promise<void> {
    if (this.#port !== port) return;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const send = () => {
      const part = new Uint8Array(Buffer.concat(parts.splice(0), bytes));
      bytes = 0;
      port.postMessage(part, [part.buffer]);
    };
    const onRawData = (data: Uint8Array) => {
      bytes += parts.push(data.slice()) && data.length;
      if (bytes >= PART_BYTES) send();
    };
    await this.#db.runExclusive(() => this.#db.execProtocolRawStream(batch, { onRawData }));
    if (bytes > 0) send();
  }

  async #reset(): Promise<void> {
    if (this.#db.isInTransaction()) await this.#db.exec('rollback');
    await this.#db.exec('discard all');
  }

  #enqueue(step: () => Promise<void>): void {
    this.#chain = this.#chain.then(() => (this.#stopped ? undefined : step())).catch(this.#onFatal);
  }
}

class MessageReader {
  terminated = false;
  #bytes: Buffer = Buffer.alloc(0);
  #started = false;

  push(chunk: Uint8Array): void {
    const more = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#bytes = this.#bytes.length > 0 ? Buffer.concat([this.#bytes, more]) : more;
  }

  takeSslRequest(): boolean {
    if (this.#started || this.#bytes.length < 8) return false;
    if (this.#bytes.readInt32BE(4) !== SSL_REQUEST) return false;
    this.#readBytes(8);
    return true;
  }

  /** @returns the startup message or all complete messages; null if there are none */
  takeComplete(): Uint8Array | null {
    if (!this.#started) {
      if (this.#bytes.length < 8 || this.#bytes.length < this.#bytes.readInt32BE(0)) return null;
      this.#started = true;
      return this.#readBytes(this.#bytes.readInt32BE(0));
    }
    let end = 0;
    while (end + 5 <= this.#bytes.length && !this.terminated) {
      const length = 1 + this.#bytes.readInt32BE(end + 1);
      if (end + length > this.#bytes.length) break;
      if (this.#bytes[end] === TERMINATE) this.terminated = true;
      else end += length;
    }
    return end > 0 ? this.#readBytes(end) : null;
  }

  #readBytes(length: number): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, length));
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }
}
