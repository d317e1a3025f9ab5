import type { ViewerFile, ViewerSubmission } from './viewer-file.ts';

/** A submission and its photos and videos. `files` is null until they are loaded; `error` is a message to show. */
export type CollectionEntry = {
  submission: ViewerSubmission;
  files: readonly ViewerFile[] | null;
  error: string | null;
};

export type Collection = readonly CollectionEntry[];

/** A file's position. `at` is its index, or its ID while the index is unknown. */
export type Cursor = { submissionId: string; at: number | string };

const sizeOf = ({ submission, files }: CollectionEntry): number =>
  files ? files.length : submission.photoCount + submission.videoCount;

/** The item at a cursor; `file` is null while loading. Null for an unknown submission. */
export function itemAt(collection: Collection, cursor: Cursor) {
  const entry = collection.find(({ submission }) => submission.id === cursor.submissionId);
  if (!entry) return null;
  const index = indexIn(entry, cursor.at);
  return { entry, index, file: entry.files?.[index] ?? null };
}

/** Limits the index: the submission's file count may differ from the files that load. */
function indexIn(entry: CollectionEntry, at: number | string): number {
  const index =
    typeof at === 'number' ? at : (entry.files?.findIndex((file) => file.id === at) ?? 0);
  return Math.min(Math.max(0, index), Math.max(0, sizeOf(entry) - 1));
}

/** The next or previous cursor across all submissions; null at the ends. */
export function neighborOf(collection: Collection, cursor: Cursor, by: 1 | -1): Cursor | null {
  const start = collection.findIndex(({ submission }) => submission.id === cursor.submissionId);
  const entry = collection[start];
  if (!entry) return null;
  const index = indexIn(entry, cursor.at) + by;
  if (index >= 0 && index < sizeOf(entry)) return { submissionId: cursor.submissionId, at: index };
  for (let i = start + by; i >= 0 && i < collection.length; i += by) {
    const next = collection[i];
    if (next && sizeOf(next) > 0) {
      return { submissionId: next.submission.id, at: by === 1 ? 0 : sizeOf(next) - 1 };
    }
  }
  return null;
}

/** The file's number among all files, from 1, and the total. */
export function countFiles(
  collection: Collection,
  cursor: Cursor,
): { number: number; total: number } {
  const at = collection.findIndex(({ submission }) => submission.id === cursor.submissionId);
  const sizes = collection.map(sizeOf);
  const sum = (some: number[]) => some.reduce((total, size) => total + size, 0);
  const entry = collection[at];
  return {
    number: entry ? sum(sizes.slice(0, at)) + indexIn(entry, cursor.at) + 1 : 0,
    total: sum(sizes),
  };
}

/** A cursor at the first file; null if there are no files. */
export function firstFileCursor(collection: Collection): Cursor | null {
  const entry = collection.find((candidate) => sizeOf(candidate) > 0);
  return entry ? { submissionId: entry.submission.id, at: 0 } : null;
}
