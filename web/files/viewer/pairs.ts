import { pairPhotos, type PhotoPair } from '#domain/viewpoints.ts';
import { isPhoto, type ViewerFile } from './viewer-file.ts';

type Files = readonly ViewerFile[];

const photosOfFiles = new WeakMap<Files, Files>();
const pairsOfPhotos = new WeakMap<Files, WeakMap<Files, PhotoPair<ViewerFile>[]>>();

const turnOf = ({ viewpointOrder }: ViewerFile) => viewpointOrder ?? Number.MAX_SAFE_INTEGER;

/**
 * The photos among the files of a submission, in the order of their viewpoints, then those of none in
 * their own; the same list for the same files.
 */
export function photosIn(files: Files): Files {
  const known =
    photosOfFiles.get(files) ??
    files.filter(isPhoto).toSorted((one, other) => turnOf(one) - turnOf(other));
  photosOfFiles.set(files, known);
  return known;
}

/**
 * Each photo of `after` with its partner in `before`. Found once for two lists: of weeks with
 * hundreds of photos it takes longer than a frame, and it is asked for with every step of a zoom.
 */
export function pairsBetween(before: Files, after: Files): PhotoPair<ViewerFile>[] {
  const known = pairsOfPhotos.get(before) ?? new WeakMap<Files, PhotoPair<ViewerFile>[]>();
  pairsOfPhotos.set(before, known);
  const pairs = known.get(after) ?? pairPhotos(before, after);
  known.set(after, pairs);
  return pairs;
}

/** The photo among `photos` that shows what `photo`, one of `own`, shows. */
export const sameViewIn = (photos: Files, own: Files, photo: ViewerFile): ViewerFile | null =>
  pairsBetween(photos, own).find(({ after }) => after.id === photo.id)?.before ?? null;
