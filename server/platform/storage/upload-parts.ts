import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from './hash.ts';
import type { UploadStore } from './upload-store.ts';

/**
 * An upload on its way in. Its bytes are in one file, or in several when one process took it from
 * another that may still write: what that one adds behind the start of the next part is nobody's.
 */
export type Arriving = { id: string; fileSize: number; partStarts: number[] };

type Part = { name: string; bytes: number };

/** The name in the store of a part; of the first, and most often only one, it is the upload's id. */
export const partName = (id: string, number: number): string =>
  number === 0 ? id : `${id}.${number}`;

/** The part to which bytes are added. */
export const lastPart = ({ id, partStarts }: Arriving): { name: string; start: number } => ({
  name: partName(id, partStarts.length - 1),
  start: partStarts.at(-1) ?? 0,
});

/** Whose part or copy a name in the store is. */
export const uploadOfPart = (name: string): string => name.slice(0, randomUUID().length);

/** How many bytes are on this machine, from the start on and without a gap. */
export async function bytesHere(store: UploadStore, upload: Arriving): Promise<number> {
  const { id, partStarts } = upload;
  for (const [index, end] of partStarts.slice(1).entries()) {
    const start = partStarts[index] ?? 0;
    const bytes = start < end ? await store.received(partName(id, index)) : 0;
    if (start + bytes < end) return start + bytes;
  }
  const { name, start } = lastPart(upload);
  return start + (await store.received(name));
}

/**
 * Calls `work` with the bytes of a complete upload as one file, and their hashes. Nobody writes to
 * that file any more: parts are copied, since the writer of all but the last may not have let go.
 * Rejects when another process takes the bytes away meanwhile, having made a file of them.
 */
export async function withWholeFile<T>(
  store: UploadStore,
  upload: Arriving,
  work: (path: string, digest: Digest) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = partsOf(upload);
  if (first === undefined) throw new Error(`The upload ${upload.id} has no bytes.`);
  const sealed = async (name: string) => {
    const digest = await store.digest(name, upload.fileSize);
    if (digest.bytes === upload.fileSize) return work(store.pathOf(name), digest);
    throw new Error(`Bytes of the upload ${upload.id} are gone.`);
  };
  if (rest.length === 0) return sealed(first.name);
  const copy = `${upload.id}.${randomUUID()}`;
  try {
    await store.append(copy, chunksOf(store, [first, ...rest]));
    return await sealed(copy);
  } finally {
    await store.remove(copy);
  }
}

/** Those that have bytes, and how many of them count. */
function partsOf({ id, fileSize, partStarts }: Arriving): Part[] {
  const ends = [...partStarts.slice(1), fileSize];
  return partStarts
    .map((start, index) => ({ name: partName(id, index), bytes: (ends[index] ?? start) - start }))
    .filter(({ bytes }) => bytes > 0);
}

async function* chunksOf(store: UploadStore, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { name, bytes } of parts) {
    yield* createReadStream(store.pathOf(name), { end: bytes - 1, highWaterMark: 1024 ** 2 });
  }
}
