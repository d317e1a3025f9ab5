import type { ViewerFile, ViewerSubmission } from './viewer-file.ts';

/** A submission with its photos and videos, once they are loaded; `error` is for the person. */
export type CollectionEntry = {
  submission: ViewerSubmission;
  files: readonly ViewerFile[] | null;
  error: string | null;
};

/** All submissions in the order they are walked through. */
export type Collection = readonly CollectionEntry[];

/** A place on the shelf. `at` is a file's index, or its id as long as the index is not known. */
export type Cursor = { submissionId: string; at: number | string };

const sizeOf = ({ submission, files }: CollectionEntry): number =>
  files ? files.length : submission.photoCount + submission.videoCount;

/** What a cursor points to; `file` is null while it is not loaded. Null for an unknown submission. */
export function look(collection: Collection, cursor: Cursor) {
  const entry = collection.find(({ submission }) => submission.id === cursor.submissionId);
  if (!entry) return null;
  const index = indexIn(entry, cursor.at);
  return { entry, index, file: entry.files?.[index] ?? null };
}

/** A counted number of files may differ from those that come, so the index is brought into range. */
function indexIn(entry: CollectionEntry, at: number | string): number {
  const index =
    typeof at === 'number' ? at : (entry.files?.findIndex((file) => file.id === at) ?? 0);
  return Math.min(Math.max(0, index), Math.max(0, sizeOf(entry) - 1));
}

/** The neighbour of a cursor across all submissions; null at the ends. */
export function step(collection: Collection, cursor: Cursor, by: 1 | -1): Cursor | null {
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

/** Number of the file among all files, from 1, and how many there are. */
export function position(
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

/** The first place where there is something to see; null on an empty shelf. */
export function firstPlace(collection: Collection): Cursor | null {
  const entry = collection.find((candidate) => sizeOf(candidate) > 0);
  return entry ? { submissionId: entry.submission.id, at: 0 } : null;
}
