import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { HashRequest, HashResponse, Digest } from './hash.ts';
import { readChunks } from './read-chunks.ts';

class FileHash {
  readonly #path: string;
  readonly #sha256 = createHash('sha256');
  #crc32 = 0;
  #bytes = 0;
  #wanted = 0;
  #reading: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  get requestedBytes() {
    return this.#wanted;
  }

  async hashUpTo(bytes: number): Promise<void> {
    this.#wanted = bytes;
    await (this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    }));
  }

  digest(): Digest {
    const sha256 = this.#sha256.copy().digest('hex');
    return { sha256, crc32: this.#crc32, bytes: this.#bytes };
  }

  async #read() {
    while (this.#bytes < this.#wanted) {
      const before = this.#bytes;
      const range = { start: before, end: this.#wanted - 1 };
      for await (const chunk of readChunks(await open(this.#path), range)) {
        this.#sha256.update(chunk);
        this.#crc32 = crc32(chunk, this.#crc32);
        this.#bytes += chunk.byteLength;
      }
      if (this.#bytes === before) return;
    }
  }
}

const files = new Map<string, FileHash>();

async function handleRequest({ path, bytes, id }: HashRequest): Promise<void> {
  let file = files.get(path);
  // A file that became shorter has been replaced.
  if (!file || file.requestedBytes > bytes) files.set(path, (file = new FileHash(path)));
  try {
    await file.hashUpTo(bytes);
    if (id !== undefined) reply({ id, digest: file.digest() });
  } catch (error) {
    files.delete(path);
    if (id !== undefined) reply({ id, error });
  }
}

const reply = (message: HashResponse) => parentPort?.postMessage(message, []);

parentPort?.on('message', (ask: HashRequest | { forget: string }) => {
  if ('forget' in ask) files.delete(ask.forget);
  else void handleRequest(ask);
});
