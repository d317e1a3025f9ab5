import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { HashStream, type Digest } from './hash.ts';
import { errorCode, isStorageFull } from './file-errors.ts';

export type UploadStoreOptions = {
  directory: string;
  /** Bytes that may still be written; the file system's own answer unless given. */
  freeBytes?: () => Promise<number>;
};

// Few large writes: with the 64 KiB that arrive at a time the rate is half and the CPU double.
const BATCH_BYTES = 1024 * 1024;
/** Left free, so that the database and the pictures made of the upload have room too. */
const RESERVE_BYTES = 100 * 1024 ** 2;
const CHECK_EVERY_BYTES = 16 * 1024 ** 2;

/** Files on their way in, one an upload, by an id of ours. What is in them survives `kill -9`. */
export class UploadStore {
  readonly #directory: string;
  readonly #freeBytes: () => Promise<number>;
  // A file is always a part, from the start, of what was hashed: with equal lengths they agree.
  readonly #hashes = new Map<string, HashStream>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor({ directory, freeBytes }: UploadStoreOptions) {
    this.#directory = directory;
    this.#freeBytes = freeBytes ?? (() => freeBytesOf(directory));
  }

  pathOf(id: string): string {
    return join(this.#directory, id);
  }

  /** Bytes that are in the file at this moment, or 0 without one. */
  async received(id: string): Promise<number> {
    return (await this.#stat(id))?.size ?? 0;
  }

  /** When bytes last arrived; null without a file. */
  async touchedAt(id: string): Promise<Date | null> {
    return (await this.#stat(id))?.mtime ?? null;
  }

  /** Resolves when nobody adds bytes any more, for instance the flush of a line that was cut. */
  async quiet(id: string): Promise<void> {
    while (this.#writing.has(id)) await this.#writing.get(id);
  }

  /**
   * Adds bytes at the end and answers the new size. When `source` breaks off, what had arrived is
   * kept. With `isOurs` the memory of chunks is given back once they are written: nobody may need them then.
   * Rejects with STORAGE_FULL, and with what `source` rejected with.
   */
  async append(
    id: string,
    source: AsyncIterable<Uint8Array>,
    { isOurs = false } = {},
  ): Promise<number> {
    // Its place is taken at once: between waiting and writing another could come in.
    const before = this.#writing.get(id) ?? Promise.resolve();
    const done = before.then(() => this.#write(id, source, isOurs));
    const leave = () => {
      if (this.#writing.get(id) === turn) this.#writing.delete(id);
    };
    const turn: Promise<void> = done.then(leave, leave);
    this.#writing.set(id, turn);
    return done;
  }

  /** Forces a complete upload to disk and answers its hashes; reads the file only after a restart. */
  async seal(id: string): Promise<Digest> {
    await this.quiet(id);
    const file = await open(this.pathOf(id), 'r+');
    try {
      await file.sync();
      return (await this.#hashAt(id, (await file.stat()).size)).digest();
    } finally {
      await file.close();
    }
  }

  /** Removes a file, and those whose names go on behind it with a dot: parts of the same upload. */
  async remove(id: string): Promise<void> {
    const isOfIt = (name: string) => name === id || name.startsWith(`${id}.`);
    for (const name of [...this.#hashes.keys()].filter(isOfIt)) this.forget(name);
    for (const name of (await this.list()).filter(isOfIt)) {
      await rm(this.pathOf(name), { force: true });
    }
  }

  /** To be called when nothing comes of the file here any more. */
  forget(id: string): void {
    this.#hashes.delete(id);
  }

  /** The names of all files. */
  async list(): Promise<string[]> {
    await mkdir(this.#directory, { recursive: true });
    return readdir(this.#directory);
  }

  /** Rejects with STORAGE_FULL when there is no room for that many bytes. */
  async assertRoom(bytes: number): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    if ((await this.#freeBytes()) < bytes + RESERVE_BYTES) throw new AppError('STORAGE_FULL');
  }

  /** Passes a stream on; rejects with STORAGE_FULL before the reserve is used up. */
  async *#whileThereIsRoom(source: AsyncIterable<Uint8Array>) {
    let unchecked = 0;
    for await (const chunk of source) {
      yield chunk;
      unchecked += chunk.byteLength;
      if (unchecked < CHECK_EVERY_BYTES) continue;
      unchecked = 0;
      await this.assertRoom(0);
    }
  }

  async #write(id: string, source: AsyncIterable<Uint8Array>, isOurs: boolean): Promise<number> {
    await mkdir(this.#directory, { recursive: true });
    const file = await open(this.pathOf(id), 'a');
    try {
      const hash = await this.#hashAt(id, (await file.stat()).size);
      const write = async (chunks: Uint8Array[]) => {
        await writeAll(file, chunks);
        if (isOurs) for (const chunk of chunks) release(chunk);
      };
      await copyInto(write, this.#whileThereIsRoom(source), hash);
      return hash.digest().bytes;
    } catch (error) {
      throw isStorageFull(error)
        ? new AppError('STORAGE_FULL', undefined, { cause: error })
        : error;
    } finally {
      await file.close();
    }
  }

  /** The hash of the file, which has `size` bytes: from memory or, after a restart, by reading it once. */
  async #hashAt(id: string, size: number): Promise<HashStream> {
    const known = this.#hashes.get(id);
    if (known?.digest().bytes === size) return known;
    const hash = new HashStream();
    if (size > 0) {
      const options = { end: size - 1, highWaterMark: BATCH_BYTES };
      for await (const chunk of createReadStream(this.pathOf(id), options)) {
        hash.update(chunk as Buffer);
      }
    }
    this.#hashes.set(id, hash);
    return hash;
  }

  async #stat(id: string) {
    try {
      return await stat(this.pathOf(id));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Writes and hashes a stream. One batch is written by the system while the one before it is hashed
 * and the next is collected. What arrived before `source` failed is written too.
 */
async function copyInto(
  write: (chunks: Uint8Array[]) => Promise<void>,
  source: AsyncIterable<Uint8Array>,
  hash: HashStream,
) {
  let batch: Uint8Array[] = [];
  let held = 0;
  let underWay: Promise<void> = Promise.resolve();
  const flush = async () => {
    const chunks = batch;
    batch = [];
    held = 0;
    await underWay;
    underWay = write(chunks);
    underWay.catch(() => {}); // awaited by the next flush
    for (const chunk of chunks) hash.update(chunk);
  };
  try {
    for await (const chunk of source) {
      batch.push(chunk);
      held += chunk.byteLength;
      if (held >= BATCH_BYTES) await flush();
    }
  } finally {
    await flush();
    await underWay;
  }
}

/** Gives back at once what the garbage collector lets grow to a hundred megabytes: so little of it is its own. */
function release({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The system may take less than it is given, for instance when the disk fills up. */
async function writeAll(file: FileHandle, chunks: Uint8Array[]) {
  let rest = chunks;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = after(rest, bytesWritten);
  }
}

function after(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  const index = chunks.findIndex((chunk) => {
    if (skip < chunk.byteLength) return true;
    skip -= chunk.byteLength;
    return false;
  });
  const first = chunks[index];
  return first ? [first.subarray(skip), ...chunks.slice(index + 1)] : [];
}
