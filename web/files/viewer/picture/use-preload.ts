import { useEffect } from 'react';
import { pictures } from '#web/ui/picture/pictures.ts';
import { preload } from '#web/ui/picture/preload.ts';
import { type Comparison, shownPair, stepComparison } from '../compare/comparison.ts';
import { photosOf, stepComparedSubmissions, stepSubmission } from '../compare/submission-step.ts';
import { pictureFor } from './picture-level.ts';
import { sizeOf } from './progressive-picture.tsx';
import { type Cursor, itemAt, neighborOf } from '../collection.ts';
import type { ViewerState } from '../use-viewer.ts';
import { isPhoto, type ViewerFile } from '../viewer-file.ts';
import { fitToPane, type Size } from './viewport.ts';

/** Preload delays in milliseconds: between neighbors, and for three further files of the submission. */
const PRELOAD = { stagger: 50, sameDay: [1000, 1500, 1500] } as const;

type FilesToPreload = (ViewerFile | null | undefined)[];

/** Preloads the previous and next file, the same view in the neighboring submissions, then up to three more files. */
export function useSinglePreload({ collection, view }: ViewerState, cursor: Cursor): void {
  const neighbors = ([1, -1] as const).map((by) => {
    const next = neighborOf(collection, cursor, by);
    return next && itemAt(collection, next)?.file;
  });
  const weeks = ([-1, 1] as const).map((by) => {
    const next = stepSubmission(collection, cursor, by);
    return next && itemAt(collection, next)?.file;
  });
  const place = itemAt(collection, cursor);
  const sameDay = place?.entry.files?.slice(place.index + 2, place.index + 5) ?? [];
  usePreload([...neighbors, ...weeks], sameDay, view.pane);
}

/** Preloads the previous and next pairs, and the pairs one submission earlier and later. */
export function useComparePreload(
  { photos, collection, view }: ViewerState,
  comparison: Comparison,
): void {
  const neighbors = ([1, -1] as const).flatMap((by) => {
    const next = stepComparison(comparison, photos, by);
    const pair = next && shownPair(next, photos);
    return [pair?.before, pair?.after];
  });
  const submissions = collection.map(({ submission }) => submission);
  const shown = shownPair(comparison, photos);
  const weeks = ([-1, 1] as const).flatMap((by) => {
    const next = stepComparedSubmissions(comparison, submissions, shown, by);
    const pair = next && shownPair(next, photosOf(collection, next));
    return [pair?.before, pair?.after];
  });
  usePreload([...neighbors, ...weeks], [], view.pane);
}

/** Preloads neighbors one after another, then other files of the same day. */
function usePreload(neighbors: FilesToPreload, sameDay: FilesToPreload, pane: Size): void {
  const near = urlsOf(neighbors, pane).join('\n');
  const later = urlsOf(sameDay, pane).join('\n');
  useEffect(() => {
    const lines = (text: string) => text.split('\n').filter(Boolean);
    const adjacent = [...new Set(lines(near))];
    // Keeps cached neighbors from being evicted by new ones.
    for (const url of adjacent) pictures.touch(url);
    const stops = [
      ...adjacent.map((url, i) => preload(url, i * PRELOAD.stagger)),
      ...lines(later).map((url, i) => preload(url, PRELOAD.sameDay[i] ?? 0, false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [near, later]);
}

function urlsOf(files: FilesToPreload, pane: Size): string[] {
  if (pane.width === 0) return [];
  return files.flatMap((file) => {
    if (!file || !isPhoto(file)) return [];
    const { width } = fitToPane(sizeOf(file), pane, 0).element;
    return pictureFor(file, width, 1, window.devicePixelRatio) ?? [];
  });
}
