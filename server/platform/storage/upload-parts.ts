import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from './hash.ts';
import type { UploadStore } from './upload-store.ts';

/** Has several parts if another process took over the upload. Later writes by the previous process are ignored. */
export type IncomingUpload = { id: string; fileSize: number; partStarts: number[] };

type Part = { name: string; bytes: number };

export const partName = (id: string, number: number): string =>
  number === 0 ? id : `${id}.${number}`;

export const lastPart = ({ id, partStarts }: IncomingUpload): { name: string; start: number } => ({
  name: partName(id, partStarts.length - 1),
  start: partStarts.at(-1) ?? 0,
});

export const uploadOfPart = (name: string): string => name.slice(0, randomUUID().length);

/** Counts bytes from the start without a gap. */
export async function receivedBytes(store: UploadStore, upload: IncomingUpload): Promise<number> {
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
 * Combines several parts in a copy, because a previous process may still be writing. Rejects if another process stored
 * the file.
 */
export async function withWholeFile<T>(
  store: UploadStore,
  upload: IncomingUpload,
  work: (path: string, digest: Digest) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = partsOf(upload);
  if (first === undefined) throw new Error(`The upload ${upload.id} is empty.`);
  const runOnFile = async (name: string) => {
    const digest = await store.digest(name, upload.fileSize);
    if (digest.bytes === upload.fileSize) return work(store.pathOf(name), digest);
    throw new Error(`Part of the upload ${upload.id} is missing.`);
  };
  if (rest.length === 0) return runOnFile(first.name);
  const copy = `${upload.id}.${randomUUID()}`;
  try {
    await store.append(copy, chunksOf(store, [first, ...rest]));
    return await runOnFile(copy);
  } finally {
    await store.remove(copy);
  }
}

function partsOf({ id, fileSize, partStarts }: IncomingUpload): Part[] {
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
