import { useReducer, useState } from 'react';
import {
  type Comparison,
  openComparison,
  shownPair,
  type SideName,
  stepComparison,
  replaceMissing,
} from './compare/comparison.ts';
import { photosOf, stepComparedSubmissions, stepSubmission } from './compare/submission-step.ts';
import { type Cursor, itemAt, type Collection, neighborOf } from './collection.ts';
import { firstComparison, firstCursor, firstMode, isMissing } from './first-state.ts';
import { SLIDER } from '#web/ui/compare/slider-position.ts';
import type { CompareLayout, Opening, Overlay, Place, ViewerMode } from './opening.ts';
import { useCollection } from './use-collection.ts';
import {
  isPhoto,
  type LoadFiles,
  type ViewerFile,
  type ViewerSubmission,
  type WatchFiles,
} from './viewer-file.ts';
import { positionOf, reduceViewport, START } from './picture/viewport.ts';
import { pairName } from './view-name.ts';
import { NO_PIN, type PinView, type Spot, type ViewerPins } from './pin-view.ts';

/** 'more' is the menu above the tools. A side's panel offers other photos for it. */
export type PanelName = 'info' | 'help' | 'more' | 'pins' | SideName;

export type ViewerContent = {
  /** IANA name of the project's time zone. */
  timeZone: string;
  /** Newest first, which is also the browsing order. */
  submissions: readonly ViewerSubmission[];
  loadFiles: LoadFiles;
  /** Watches for changed files, such as new alignments; without it, files stay as loaded. */
  watchFiles?: WatchFiles;
  opening: Opening;
  /** Without it, there are no pins. */
  pins?: ViewerPins | undefined;
};

function useViewerState({ submissions, opening, timeZone, pins, ...source }: ViewerContent) {
  const [mode, setMode] = useState(() => firstMode(submissions, opening));
  const [lastCursor, setCursor] = useState(() => firstCursor(submissions, opening.file));
  const [chosen, setComparison] = useState(() => firstComparison(submissions, opening));
  const [split, setSplit] = useState(opening.split ?? null);
  const [overlay, setOverlay] = useState<Overlay>(opening.overlay ?? 'slider');
  const [isAsTaken, setAsTaken] = useState(opening.isAsTaken ?? false);
  const [isMarked, setMarked] = useState(opening.isMarked ?? false);
  const [hasMoved, setMoved] = useState(false);
  const [pin, patchPin] = useReducer(
    (before: PinView, changes: Partial<PinView>) => ({ ...before, ...changes }),
    { ...NO_PIN, openId: opening.pin ?? null, isCentered: true },
  );
  const [panel, setPanel] = useState<PanelName | null>(pins && opening.pin ? 'pins' : null);
  const comparison = replaceMissing(chosen, submissions);
  const isThere = submissions.some(({ id }) => id === lastCursor?.submissionId);
  const cursor = isThere ? lastCursor : firstCursor(submissions, undefined);
  const [view, dispatch] = useReducer(reduceViewport, {
    ...START,
    wanted: opening.position ?? null,
  });
  const { collection, reload } = useCollection(submissions, source, (state) =>
    mode === 'compare'
      ? comparedSubmissionIds(comparison, submissions)
      : nearbySubmissionIds(state, cursor, mode),
  );
  const photos = photosOf(collection, comparison);
  const layout: CompareLayout = split === null ? 'sidebyside' : overlay;
  const setLayout = (next: CompareLayout) => {
    if (next !== 'sidebyside') setOverlay(next);
    setSplit(next === 'sidebyside' ? null : (split ?? SLIDER.start));
  };
  return {
    timeZone,
    mode,
    collection,
    cursor,
    comparison,
    photos,
    view,
    split,
    overlay,
    layout,
    setLayout,
    isAsTaken,
    isMarked,
    setMode,
    setCursor,
    setComparison,
    setSplit,
    setAsTaken,
    /** Changes can only be marked in aligned photos. */
    switchMarked: () => setMarked((was) => (isAsTaken ? was : !was)),
    dispatch,
    reload,
    panel,
    setPanel,
    switchPanel: (name: PanelName) => setPanel(panel === name ? null : name),
    closePanel: () => {
      setPanel(null);
      patchPin(NO_PIN);
    },
    pins: pins ?? null,
    pin,
    patchPin,
    setMoved,
    /** Whether the requested item doesn't exist and nothing else has been chosen. */
    isMissing: !hasMoved && isMissing(collection, [opening.file, opening.before]),
  };
}

export type ViewerState = ReturnType<typeof useViewer>;

/** The viewer's state and actions. Its parts receive it as `viewer`. */
export function useViewer(content: ViewerContent) {
  const { submissions } = content;
  const state = useViewerState(content);
  const { mode, collection, cursor, comparison, photos } = state;
  const { setMode, setCursor, setComparison, setMoved, dispatch } = state;
  const place = cursor && itemAt(collection, cursor);

  const moveTo = (nextCursor: Cursor | null, nextPair: Comparison | null) => {
    if (nextCursor) setCursor(nextCursor);
    if (nextPair) setComparison(nextPair);
    if (nextCursor || nextPair) {
      setMoved(true);
      dispatch({ type: 'restart' });
    }
  };
  const walk = (by: 1 | -1) =>
    moveTo(
      mode === 'single' && cursor ? neighborOf(collection, cursor, by) : null,
      mode === 'compare' && comparison ? stepComparison(comparison, photos, by) : null,
    );
  /** Steps to the same viewpoint in the previous or next submission, keeping zoom and rotation. */
  const walkWeeks = (by: 1 | -1) => {
    const [nextCursor, nextPair] = submissionsFrom(state, by);
    if (nextCursor) setCursor(nextCursor);
    if (nextPair) setComparison(nextPair);
    setMoved(true);
  };
  const show = (next: ViewerMode) => {
    if (next === mode) return;
    if (mode === 'single' && next === 'compare' && place?.file && isPhoto(place.file)) {
      setComparison(openComparison(submissions, placeOf(place.entry.submission, place.file)));
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
  const compareTwo = (before: ViewerFile, after: ViewerFile) => {
    if (!place) return;
    const { submission } = place.entry;
    const sides = { before: placeOf(submission, before), after: placeOf(submission, after) };
    setComparison({ ...sides, isPaired: true });
    dispatch({ type: 'restart' });
    setMode('compare');
  };
  const openSubmission = (submissionId: string) => setCursor({ submissionId, at: 0 });
  const openPlace = ({ submissionId, fileId }: Place) => {
    moveTo({ submissionId, at: fileId ?? 0 }, null);
    setMode('single');
  };

  return {
    ...state,
    name: viewName(state),
    walk,
    walkWeeks,
    weekAt: (by: 1 | -1) => weekAt(state, by),
    show,
    openFile,
    openSubmission,
    openPlace,
    ...pinActions(state, show),
    compareTwo,
    shown: openingOf(state),
  };
}

type State = ReturnType<typeof useViewerState>;

function pinActions({ pins, mode, patchPin, setPanel }: State, show: (mode: ViewerMode) => void) {
  const canPin = pins !== null && 'projectId' in pins && mode !== 'gallery';
  return {
    canPin,
    /** Moves the picture to the pin if `isCentered`. */
    openPin: (openId: string, isCentered = false) => {
      patchPin({ ...NO_PIN, openId, isCentered });
      setPanel('pins');
    },
    /** Lets people choose the spot of a new pin. */
    startPin: () => {
      if (!canPin) return;
      show('single');
      patchPin({ ...NO_PIN, isPlacing: true });
    },
    placePin: (spot: Spot) => {
      patchPin({ ...NO_PIN, draft: { ...spot, drawing: [] } });
      setPanel('pins');
    },
  };
}

function submissionsFrom(state: State, by: 1 | -1): [Cursor | null, Comparison | null] {
  const { mode, collection, cursor, comparison, photos } = state;
  const submissions = collection.map(({ submission }) => submission);
  return [
    mode === 'single' && cursor ? stepSubmission(collection, cursor, by) : null,
    mode === 'compare' && comparison
      ? stepComparedSubmissions(comparison, submissions, shownPair(comparison, photos), by)
      : null,
  ];
}

/** Title of the submission that a step leads to; null at the ends. */
function weekAt(state: State, by: 1 | -1): string | null {
  const [cursor, next] = submissionsFrom(state, by);
  const { before, after } = state.comparison ?? {};
  const shown = [before?.submissionId, after?.submissionId];
  const moved = next && [next.before, next.after].find((it) => !shown.includes(it.submissionId));
  const id = (cursor ?? moved ?? next?.after)?.submissionId;
  return state.collection.find(({ submission }) => submission.id === id)?.submission.title ?? null;
}

function viewName({ mode, collection, cursor, comparison, photos }: State): string {
  if (mode === 'compare' && comparison) {
    const { before, after } = shownPair(comparison, photos);
    return pairName([before, after]);
  }
  const place = mode === 'single' && cursor ? itemAt(collection, cursor) : null;
  return place?.file?.title ?? place?.entry.submission.title ?? 'Gallery';
}

const openingOf = (state: State): Opening => ({
  ...shownIn(state),
  pin: state.pin.openId ?? undefined,
});

function shownIn(state: State): Opening {
  const { mode, collection, cursor, comparison, photos, split, overlay, isAsTaken, view } = state;
  if (mode === 'compare' && comparison) {
    const pair = shownPair(comparison, photos);
    const of = (side: 'before' | 'after') => ({
      submissionId: comparison[side].submissionId,
      fileId: pair[side]?.id ?? comparison[side].fileId,
    });
    return {
      mode,
      file: of('after'),
      before: of('before'),
      ...(split !== null && { split, overlay }),
      isAsTaken: isAsTaken || undefined,
      isMarked: (state.isMarked && !isAsTaken) || undefined,
      position: positionOf(view),
    };
  }
  const position = mode === 'gallery' ? undefined : positionOf(view);
  if (!cursor) return { mode, position };
  const known = typeof cursor.at === 'string' ? cursor.at : null;
  const fileId = mode === 'single' ? (itemAt(collection, cursor)?.file?.id ?? known) : null;
  return { mode, file: { submissionId: cursor.submissionId, fileId }, position };
}

const placeOf = (submission: ViewerSubmission, file: ViewerFile): Place => ({
  submissionId: submission.id,
  fileId: file.id,
});

/** IDs of the submissions of both sides, and of those one step away. */
function comparedSubmissionIds(
  comparison: Comparison | null,
  submissions: readonly ViewerSubmission[],
) {
  if (!comparison) return [];
  const nothing = { before: null, after: null };
  const neighbors = ([-1, 1] as const).map((by) =>
    stepComparedSubmissions(comparison, submissions, nothing, by),
  );
  const sides = [comparison, ...neighbors].flatMap((it) => (it ? [it.before, it.after] : []));
  return [...new Set(sides.map(({ submissionId }) => submissionId))];
}

/** IDs of the submissions of the cursor and of its neighbors. */
function nearbySubmissionIds(
  collection: Collection,
  cursor: Cursor | null,
  mode: ViewerMode,
): string[] {
  if (!cursor) return [];
  const near =
    mode === 'single'
      ? ([1, -1] as const).flatMap((by) => [
          neighborOf(collection, cursor, by),
          stepSubmission(collection, cursor, by),
        ])
      : [];
  return [...new Set([cursor, ...near].flatMap((place) => place?.submissionId ?? []))];
}
