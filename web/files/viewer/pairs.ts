import { pairPhotos, type PhotoPair } from '#domain/viewpoints.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

type Files = readonly ViewerFile[];

const photosOfFiles = new WeakMap<Files, Files>();
const pairsOfPhotos = new WeakMap<Files, WeakMap<Files, PhotoPair<ViewerFile>[]>>();

const orderOf = ({ viewpointOrder }: ViewerFile) => viewpointOrder ?? Number.MAX_SAFE_INTEGER;

/** A submission's photos in viewpoint order, then those without a viewpoint. Memoized per list. */
export function photosIn(files: Files): Files {
  const known =
    photosOfFiles.get(files) ??
    files.filter(isPhoto).toSorted((one, other) => orderOf(one) - orderOf(other));
  photosOfFiles.set(files, known);
  return known;
}

/** Each photo of `after` with its partner in `before`. Memoized, because it's slow and called at every zoom step. */
export function pairsBetween(before: Files, after: Files): PhotoPair<ViewerFile>[] {
  const known = pairsOfPhotos.get(before) ?? new WeakMap<Files, PhotoPair<ViewerFile>[]>();
  pairsOfPhotos.set(before, known);
  const pairs = known.get(after) ?? pairPhotos(before, after);
  known.set(after, pairs);
  return pairs;
}

/** The photo in `photos` that shows the same view as `photo`, which is one of `own`. */
export const sameViewIn = (photos: Files, own: Files, photo: ViewerFile): ViewerFile | null =>
  pairsBetween(photos, own).find(({ after }) => after.id === photo.id)?.before ?? null;
