import { type Collection, type CollectionEntry, type Cursor, look } from './collection.ts';
import { photosIn, sameViewIn } from './pairs.ts';

/** The same viewpoint in the next week with photos, earlier (-1) or later (1); null at the ends. */
export function stepWeek(collection: Collection, cursor: Cursor, by: 1 | -1): Cursor | null {
  const start = collection.findIndex(({ submission }) => submission.id === cursor.submissionId);
  if (start < 0) return null;
  // Newest first.
  const ahead = by === -1 ? collection.slice(start + 1) : collection.slice(0, start).toReversed();
  const entry = ahead.find(({ submission }) => submission.photoCount > 0);
  return entry
    ? { submissionId: entry.submission.id, at: sameAt(collection, cursor, entry) }
    : null;
}

function sameAt(collection: Collection, cursor: Cursor, entry: CollectionEntry): number | string {
  const place = look(collection, cursor);
  if (!place?.file || !place.entry.files || !entry.files) return place?.index ?? 0;
  return sameViewIn(photosIn(entry.files), photosIn(place.entry.files), place.file)?.id ?? 0;
}
