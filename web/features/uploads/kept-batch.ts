import { likenessOf, type PickedFile } from './picked-file.ts';

/** A file of a batch as it is remembered; `lastModified` in milliseconds. */
export type KeptFile = {
  name: string;
  size: number;
  lastModified: number;
  isDone: boolean;
};

/**
 * What the browser remembers of the files chosen for a submission until all of them are there:
 * which they were, and, where the browser can, the handles to read them again.
 */
export type KeptBatch = {
  submissionId: string;
  handles: readonly FileSystemHandle[];
  files: readonly KeptFile[];
  isPaused: boolean;
};

/** The batch with more files; a file that is in it already stays as it is. */
export function keepFiles(
  batch: KeptBatch | null,
  submissionId: string,
  picked: readonly PickedFile[],
  handles: readonly FileSystemHandle[],
): KeptBatch {
  const known = new Set(batch?.files.map(likenessOf));
  const fresh = picked.filter(({ file }) => !known.has(likenessOf(file)));
  return {
    submissionId,
    handles: [...(batch?.handles ?? []), ...handles],
    isPaused: false,
    files: [
      ...(batch?.files ?? []),
      ...fresh.map(({ file: { name, size, lastModified } }) => ({
        name,
        size,
        lastModified,
        isDone: false,
      })),
    ],
  };
}

/** The batch after files have been dealt with; null when nothing is left of it. */
export function markDone(batch: KeptBatch, done: ReadonlySet<string>): KeptBatch | null {
  const files = batch.files.map((file) =>
    done.has(likenessOf(file)) ? { ...file, isDone: true } : file,
  );
  return files.every(({ isDone }) => isDone) ? null : { ...batch, files };
}

/** The batch without files that were cancelled; null when nothing is left of it. */
export function dropFiles(batch: KeptBatch, gone: ReadonlySet<string>): KeptBatch | null {
  const files = batch.files.filter((file) => !gone.has(likenessOf(file)));
  return files.every(({ isDone }) => isDone) ? null : { ...batch, files };
}

/**
 * How far a batch had come: files and bytes in all, and those that were through. `bytesOfParts`: what
 * the server has of files that are not.
 */
export function keptTotals(batch: KeptBatch, bytesOfParts: number) {
  const done = batch.files.filter(({ isDone }) => isDone);
  const sum = (files: readonly KeptFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);
  return {
    files: batch.files.length,
    filesDone: done.length,
    bytes: sum(batch.files),
    bytesDone: sum(done) + bytesOfParts,
  };
}

/** Splits files chosen again into those that still have to go and those that are through. */
export function sortOut(batch: KeptBatch | null, picked: readonly PickedFile[]) {
  const done = new Set(batch?.files.filter(({ isDone }) => isDone).map(likenessOf));
  return {
    left: picked.filter(({ file }) => !done.has(likenessOf(file))),
    through: picked.filter(({ file }) => done.has(likenessOf(file))),
  };
}
