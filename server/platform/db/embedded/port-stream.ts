import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/**
 * A message port that looks enough like a net.Socket for pg. `connect` is asked for a far end:
 * it is called once, with the port that the database is to serve.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  readonly #farPort: MessagePort;
  readonly #hand: (farPort: MessagePort) => Promise<void>;

  constructor(hand: (farPort: MessagePort) => Promise<void>) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#farPort = port2;
    this.#hand = hand;
    port1.on('message', (part: Uint8Array) => {
      this.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    });
    port1.on('close', () => this.push(null));
  }

  connect(): this {
    this.#hand(this.#farPort).then(
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
