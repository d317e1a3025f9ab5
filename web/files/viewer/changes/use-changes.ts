import { useEffect, useState } from 'react';
import { type Changes, type LaidPhotos, markChanges } from './mark-changes.ts';

/** What is known of the changes between two photos; null while nobody asks. */
export type ChangesState = Changes | 'looking' | 'failed' | null;

/** Looks for what has changed between two photos, as long as there are two; each pair once while it is shown. */
export function useChanges(photos: LaidPhotos | null): ChangesState {
  const [found, setFound] = useState<{ of: LaidPhotos; is: Changes | 'failed' } | null>(null);
  useEffect(() => {
    if (!photos) return undefined;
    const stop = new AbortController();
    markChanges(photos, stop.signal).then(
      (is) => setFound({ of: photos, is }),
      () => stop.signal.aborted || setFound({ of: photos, is: 'failed' }),
    );
    return () => stop.abort();
  }, [photos]);
  if (!photos) return null;
  return found?.of === photos ? found.is : 'looking';
}

/** What is said beside the marks. */
export function changesMessage(state: ChangesState): string {
  if (state === null) return '';
  if (state === 'looking') return 'Looking for changes...';
  if (state === 'failed') return 'The photos could not be compared.';
  const { length } = state.outlines;
  if (length === 0) return 'No large change found.';
  return `${length} large ${length === 1 ? 'change' : 'changes'} marked. Some may be shadows or moved vehicles.`;
}
