import { useReducer, useState } from 'react';
import {
  type Comparison,
  openComparison,
  type Photos,
  shownPair,
  type Side,
  stepComparison,
  withoutGone,
} from './compare/comparison.ts';
import { type Cursor, firstPlace, look, type Collection, step } from './collection.ts';
import { useCollection } from './use-collection.ts';
import { isPhoto, type LoadFiles, type ViewerFile, type ViewerSubmission } from './viewer-file.ts';
import { reduceViewport, START } from './picture/viewport.ts';

export type ViewerMode = 'single' | 'gallery' | 'compare';

export type ViewerContent = {
  /** Newest first; their files are walked through in this order. */
  submissions: readonly ViewerSubmission[];
  loadFiles: LoadFiles;
  /** `compare` needs two photos; with fewer the viewer opens in `single`. */
  initialMode?: ViewerMode | undefined;
  /** `fileId` null: the first of the submission. */
  initialFile?: { submissionId: string; fileId: string | null } | undefined;
};

/** Everything the viewer remembers while it is open, and what can be done in it. */
export function useViewer({ submissions, loadFiles, initialMode, initialFile }: ViewerContent) {
  const [mode, setMode] = useState(() => firstMode(submissions, initialMode));
  const [lastCursor, setCursor] = useState<Cursor | null>(() =>
    firstCursor(submissions, initialFile),
  );
  const [chosen, setComparison] = useState(() => openComparison(submissions, initialFile ?? null));
  const comparison = withoutGone(chosen, submissions);
  const isThere = submissions.some(({ id }) => id === lastCursor?.submissionId);
  const cursor = isThere ? lastCursor : firstCursor(submissions, undefined);
  const [view, dispatch] = useReducer(reduceViewport, START);
  const { collection, reload } = useCollection(submissions, loadFiles, (state) =>
    mode === 'compare' ? sidesOf(comparison) : around(state, cursor, mode),
  );
  const photos = photosOf(collection, comparison);
  const place = cursor && look(collection, cursor);

  const walk = (by: 1 | -1) => {
    const nextCursor = mode === 'single' && cursor ? step(collection, cursor, by) : null;
    const nextPair =
      mode === 'compare' && comparison ? stepComparison(comparison, photos, by) : null;
    if (nextCursor) setCursor(nextCursor);
    if (nextPair) setComparison(nextPair);
    if (nextCursor || nextPair) dispatch({ type: 'restart' });
  };
  /** Changes the mode and stays with the photo that is looked at. */
  const show = (next: ViewerMode) => {
    if (next === mode) return;
    if (mode === 'single' && next === 'compare' && place?.file && isPhoto(place.file)) {
      setComparison(openComparison(submissions, sideOf(place.entry.submission, place.file)));
    }
    const after = mode === 'compare' && comparison ? shownPair(comparison, photos).after : null;
    if (after && comparison)
      setCursor({ submissionId: comparison.after.submissionId, at: after.id });
    dispatch({ type: 'restart' });
    setMode(next);
  };
  const openFile = (file: ViewerFile) => {
    if (cursor) setCursor({ ...cursor, at: file.id });
    dispatch({ type: 'restart' });
    setMode('single');
  };
  /** Compares two photos of the submission at the cursor. */
  const compareTwo = (before: ViewerFile, after: ViewerFile) => {
    if (!place) return;
    const { submission } = place.entry;
    setComparison({
      before: sideOf(submission, before),
      after: sideOf(submission, after),
      isPaired: true,
    });
    dispatch({ type: 'restart' });
    setMode('compare');
  };
  const openSubmission = (submissionId: string) => setCursor({ submissionId, at: 0 });

  return {
    mode,
    cursor,
    comparison,
    setComparison,
    photos,
    view,
    dispatch,
    collection,
    reload,
    walk,
    show,
    openFile,
    openSubmission,
    compareTwo,
  };
}

const sideOf = (submission: ViewerSubmission, file: ViewerFile): Side => ({
  submissionId: submission.id,
  fileId: file.id,
});

function firstMode(
  submissions: readonly ViewerSubmission[],
  wanted: ViewerMode = 'compare',
): ViewerMode {
  const photoCount = submissions.reduce((sum, submission) => sum + submission.photoCount, 0);
  return wanted === 'compare' && photoCount < 2 ? 'single' : wanted;
}

function firstCursor(
  submissions: readonly ViewerSubmission[],
  file: ViewerContent['initialFile'],
): Cursor | null {
  if (file) return { submissionId: file.submissionId, at: file.fileId ?? 0 };
  return firstPlace(submissions.map((submission) => ({ submission, files: null, error: null })));
}

const sidesOf = (comparison: Comparison | null): string[] =>
  comparison ? [comparison.before.submissionId, comparison.after.submissionId] : [];

/** The submissions of the cursor and of its neighbours. */
function around(collection: Collection, cursor: Cursor | null, mode: ViewerMode): string[] {
  if (!cursor) return [];
  const near = mode === 'single' ? [step(collection, cursor, 1), step(collection, cursor, -1)] : [];
  return [cursor, ...near].flatMap((place) => place?.submissionId ?? []);
}

function photosOf(collection: Collection, comparison: Comparison | null): Photos {
  const of = (side: 'before' | 'after') =>
    collection
      .find(({ submission }) => submission.id === comparison?.[side].submissionId)
      ?.files?.filter(isPhoto) ?? [];
  return { before: of('before'), after: of('after') };
}
