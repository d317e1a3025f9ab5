import { type Comparison, openComparison } from './compare/comparison.ts';
import { type Collection, type Cursor, firstFileCursor } from './collection.ts';
import type { Opening, Place, ViewerMode } from './opening.ts';
import type { ViewerSubmission } from './viewer-file.ts';

type Submissions = readonly ViewerSubmission[];

/** A photo opens in comparison with the previous submission if there is one, otherwise alone. */
export function firstMode(submissions: Submissions, { mode, file }: Opening): ViewerMode {
  if (mode && mode !== 'compare') return mode;
  const photoCount = submissions.reduce((sum, submission) => sum + submission.photoCount, 0);
  if (mode === undefined && file?.fileId) {
    const at = submissions.findIndex(({ id }) => id === file.submissionId);
    return submissions.slice(at + 1).some((it) => it.photoCount > 0) ? 'compare' : 'single';
  }
  return photoCount < 2 ? 'single' : 'compare';
}

export function firstCursor(submissions: Submissions, file: Place | undefined): Cursor | null {
  if (file) return { submissionId: file.submissionId, at: file.fileId ?? 0 };
  return firstFileCursor(
    submissions.map((submission) => ({ submission, files: null, error: null })),
  );
}

export function firstComparison(
  submissions: Submissions,
  { file, before }: Opening,
): Comparison | null {
  return file && before
    ? { before, after: file, isPaired: true }
    : openComparison(submissions, file ?? null);
}

/** Whether a requested submission doesn't exist, or a requested file isn't among its loaded files. */
export const isMissing = (
  collection: Collection,
  places: readonly (Place | undefined)[],
): boolean =>
  places.some((place) => {
    if (!place) return false;
    const entry = collection.find(({ submission }) => submission.id === place.submissionId);
    const { fileId } = place;
    return !entry || (fileId !== null && entry.files?.every(({ id }) => id !== fileId) === true);
  });
