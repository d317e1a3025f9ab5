import { type Collection, type CollectionEntry, type Cursor, itemAt } from '../collection.ts';
import { photosIn, sameViewIn } from '../pairs.ts';
import type { ViewerFile, ViewerSubmission } from '../viewer-file.ts';
import type { Comparison, Photos, ShownPair, SideName } from './comparison.ts';

/**
 * Moves the comparison one submission earlier (-1) or later (1) at the same viewpoint; null at the ends. Consecutive
 * submissions move together; otherwise the earlier one stays as a baseline. `submissions` are newest first.
 */
export function stepComparedSubmissions(
  comparison: Comparison,
  submissions: readonly ViewerSubmission[],
  shown: ShownPair,
  by: 1 | -1,
): Comparison | null {
  const ids = submissions.filter(({ photoCount }) => photoCount > 0).map(({ id }) => id);
  const older = (id: string) => ids[ids.indexOf(id) + 1];
  const newer = (id: string) => ids[ids.indexOf(id) - 1];
  const before = { ...comparison.before, fileId: shown.before?.id ?? null };
  const after = { ...comparison.after, fileId: shown.after?.id ?? null };
  const isNext = older(after.submissionId) === before.submissionId;
  if (by === -1 && (isNext || before.submissionId === after.submissionId)) {
    const earlier = older(before.submissionId);
    const side = earlier === undefined ? null : { submissionId: earlier, fileId: null };
    return side && { ...comparison, before: side, after: isNext ? before : after };
  }
  const moved = by === 1 ? newer(after.submissionId) : older(after.submissionId);
  if (moved === undefined) return null;
  const side = { submissionId: moved, fileId: null };
  return { ...comparison, before: isNext ? after : before, after: side };
}

const NO_PHOTOS: readonly ViewerFile[] = [];

export function photosOf(collection: Collection, comparison: Comparison | null): Photos {
  const of = (side: SideName) => {
    const id = comparison?.[side].submissionId;
    const files = collection.find(({ submission }) => submission.id === id)?.files;
    return files ? photosIn(files) : NO_PHOTOS;
  };
  return { before: of('before'), after: of('after') };
}

/** A cursor at the same viewpoint in the next earlier (-1) or later (1) submission with photos; null at the ends. */
export function stepSubmission(collection: Collection, cursor: Cursor, by: 1 | -1): Cursor | null {
  const start = collection.findIndex(({ submission }) => submission.id === cursor.submissionId);
  if (start < 0) return null;
  // The collection is newest first.
  const ahead = by === -1 ? collection.slice(start + 1) : collection.slice(0, start).toReversed();
  const entry = ahead.find(({ submission }) => submission.photoCount > 0);
  return entry
    ? { submissionId: entry.submission.id, at: sameViewAt(collection, cursor, entry) }
    : null;
}

function sameViewAt(
  collection: Collection,
  cursor: Cursor,
  entry: CollectionEntry,
): number | string {
  const place = itemAt(collection, cursor);
  if (!place?.file || !place.entry.files || !entry.files) return place?.index ?? 0;
  return sameViewIn(photosIn(entry.files), photosIn(place.entry.files), place.file)?.id ?? 0;
}
