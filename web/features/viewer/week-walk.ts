import { pairPhotos } from '#domain/viewpoints.ts';
import { type Collection, type CollectionEntry, type Cursor, look } from './collection.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

/** The photo among `photos` that shows what `photo`, one of `own`, shows. */
export const sameViewIn = (
  photos: readonly ViewerFile[],
  own: readonly ViewerFile[],
  photo: ViewerFile,
): ViewerFile | null =>
  pairPhotos(photos, own).find(({ after }) => after.id === photo.id)?.before ?? null;

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
  const own = place?.entry.files?.filter(isPhoto) ?? [];
  if (!place?.file || !entry.files) return place?.index ?? 0;
  return sameViewIn(entry.files.filter(isPhoto), own, place.file)?.id ?? 0;
}
