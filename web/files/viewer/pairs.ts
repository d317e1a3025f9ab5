import { pairPhotos, type PhotoPair } from '#domain/viewpoints.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

type Files = readonly ViewerFile[];

const photosOfFiles = new WeakMap<Files, Files>();
const pairsOfPhotos = new WeakMap<Files, WeakMap<Files, PhotoPair<ViewerFile>[]>>();

const turnOf = ({ viewpointOrder }: ViewerFile) => viewpointOrder ?? Number.MAX_SAFE_INTEGER;

/** A submission's photos by viewpoint, then those without one; memoized per list. */
export function photosIn(files: Files): Files {
  const known =
    photosOfFiles.get(files) ??
    files.filter(isPhoto).toSorted((one, other) => turnOf(one) - turnOf(other));
  photosOfFiles.set(files, known);
  return known;
}

/** Each photo of `after` with its partner in `before`. Memoized: it's needed at every zoom step, but slow. */
export function pairsBetween(before: Files, after: Files): PhotoPair<ViewerFile>[] {
  const known = pairsOfPhotos.get(before) ?? new WeakMap<Files, PhotoPair<ViewerFile>[]>();
  pairsOfPhotos.set(before, known);
  const pairs = known.get(after) ?? pairPhotos(before, after);
  known.set(after, pairs);
  return pairs;
}

/** The photo among `photos` with the same view as `photo`, one of `own`. */
export const sameViewIn = (photos: Files, own: Files, photo: ViewerFile): ViewerFile | null =>
  pairsBetween(photos, own).find(({ after }) => after.id === photo.id)?.before ?? null;
