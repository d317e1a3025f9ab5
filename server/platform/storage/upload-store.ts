import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { errorCode, isStorageFull } from './file-errors.ts';
import { forgetHash, hashAhead, hashOfFirst, type Digest } from './hash.ts';

export type UploadStoreOptions = {
  directory: string;
  freeBytes?: () => Promise<number>;
};

// Writing each 64 KiB as it arrives would take twice the time and twice the CPU.
const BATCH_BYTES = 1024 * 1024;
/** Left free for the database and for pictures made from the upload. */
const RESERVE_BYTES = 100 * 1024 ** 2;
const CHECK_EVERY_BYTES = 16 * 1024 ** 2;

/** Incoming files by upload id. Everything that `append` has confirmed is on disk. */
export class UploadStore {
  readonly #directory: string;
  readonly #freeBytes: () => Promise<number>;

  constructor({ directory, freeBytes }: UploadStoreOptions) {
    this.#directory = directory;
    this.#freeBytes = freeBytes ?? (() => freeBytesOf(directory));
  }

  pathOf(id: string): string {
    return join(this.#directory, id);
  }

  async received(id: string): Promise<number> {
    return (await this.#stat(id))?.size ?? 0;
  }

  async lastReceivedAt(id: string): Promise<Date | null> {
    return (await this.#stat(id))?.mtime ?? null;
  }

  /**
   * Returns the new size once the bytes are on disk. If `source` fails, the bytes that arrived are kept. Only one
   * caller at a time. Frees the chunks' memory. Throws STORAGE_FULL, FILE_TOO_LARGE above `limit` bytes, and the errors
   * of `source`.
   */
  async append(id: string, source: AsyncIterable<Uint8Array>, limit = Infinity): Promise<number> {
    await mkdir(this.#directory, { recursive: true });
    const path = this.pathOf(id);
    const file = await open(path, 'a');
    try {
      let { size } = await file.stat();
      let unchecked = 0;
      hashAhead(path, size);
      const write = async (chunks: Uint8Array[], bytes: number) => {
        await writeAll(file, chunks);
        for (const chunk of chunks) release(chunk);
        hashAhead(path, (size += bytes));
        unchecked += bytes;
        if (unchecked < CHECK_EVERY_BYTES) return;
        unchecked = 0;
        await this.assertSpace(0);
      };
      await writeInBatches(source, limit - size, write);
      await file.datasync();
      return size;
    } catch (error) {
      throw isStorageFull(error)
        ? new AppError('STORAGE_FULL', undefined, { cause: error })
        : error;
    } finally {
      await file.close();
    }
  }

  /** Bytes received since the server started are already hashed. */
  digest(id: string, bytes: number): Promise<Digest> {
    return hashOfFirst(this.pathOf(id), bytes);
  }

  /** Also removes other parts of the upload, whose names continue with a dot. */
  async remove(id: string): Promise<void> {
    this.forget(id);
    for (const name of await this.list()) {
      if (name !== id && !name.startsWith(`${id}.`)) continue;
      this.forget(name);
      await rm(this.pathOf(name), { force: true });
    }
  }

  forget(id: string): void {
    forgetHash(this.pathOf(id));
  }

  async list(): Promise<string[]> {
    await mkdir(this.#directory, { recursive: true });
    return readdir(this.#directory);
  }

  async assertSpace(bytes: number): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    if ((await this.#freeBytes()) < bytes + RESERVE_BYTES) throw new AppError('STORAGE_FULL');
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

async function writeInBatches(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  write: (chunks: Uint8Array[], bytes: number) => Promise<void>,
) {
  let left = limit;
  let batch: Uint8Array[] = [];
  let held = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async () => {
    const [chunks, bytes] = [batch, held];
    batch = [];
    held = 0;
    await writing;
    writing = write(chunks, bytes);
    writing.catch(() => {}); // awaited by the next flush
  };
  try {
    for await (const chunk of source) {
      left -= chunk.byteLength;
      if (left < 0) throw new AppError('FILE_TOO_LARGE');
      batch.push(chunk);
      held += chunk.byteLength;
      if (held >= BATCH_BYTES) await flush();
    }
  } finally {
    await flush();
    await writing;
  }
}

/**
 * Frees the chunk now: garbage collection would let chunks pile up to 100 MB, because almost none of them is on the
 * heap.
 */
function release({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function writeAll(file: FileHandle, chunks: Uint8Array[]) {
  let rest = chunks;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = dropBytes(rest, bytesWritten);
  }
}

function dropBytes(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  const index = chunks.findIndex((chunk) => {
    if (skip < chunk.byteLength) return true;
    skip -= chunk.byteLength;
    return false;
  });
  const first = chunks[index];
  return first ? [first.subarray(skip), ...chunks.slice(index + 1)] : [];
}
