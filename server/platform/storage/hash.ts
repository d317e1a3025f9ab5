import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import { readChunks } from './read-chunks.ts';

/** `sha256` in lower-case hex, `crc32` as an unsigned 32-bit number (that of ZIP), `bytes` counted. */
export type Digest = { sha256: string; crc32: number; bytes: number };

/** Passes bytes through unchanged and hashes them; `digest()` once they have all passed. */
export class HashStream extends Transform {
  readonly #sha256 = createHash('sha256');
  #crc32 = 0;
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.update(chunk);
    done(null, chunk);
  }

  /** Adds bytes that do not come through the stream. */
  update(chunk: Uint8Array): void {
    this.#sha256.update(chunk);
    this.#crc32 = crc32(chunk, this.#crc32);
    this.#bytes += chunk.byteLength;
  }

  /** May be called more than once, and in between: each answer covers the bytes so far. */
  digest(): Digest {
    return { sha256: this.#sha256.copy().digest('hex'), crc32: this.#crc32, bytes: this.#bytes };
  }
}

/** Hashes a file in one pass with 1 MiB reads. */
export async function hashFile(path: string): Promise<Digest> {
  const hash = new HashStream();
  for await (const chunk of readChunks(await open(path))) hash.update(chunk);
  return hash.digest();
}

/** MD5 in lower-case hex: what some senders know of their bytes. It guards against accidents only. */
export async function md5OfFile(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of readChunks(await open(path))) hash.update(chunk);
  return hash.digest('hex');
}
