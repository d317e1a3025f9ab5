import { useCallback, useEffect, useState } from 'react';
import type { ComparedView, SubmissionComparison } from '#domain/submission-comparison.ts';
import { fetchShared, LinkGoneError } from './use-shared-files.ts';
import type { SharedData } from './shared-data.ts';
import { useChoiceInUrl } from './use-choice-in-url.ts';

/** The view shown first; undefined if there is nothing to compare. */
export function firstView({ comparison }: Pick<SharedData, 'comparison'>) {
  const first = comparison?.views.find(({ viewpoint }) => viewpoint.id === comparison.firstId);
  return first?.before ? first : undefined;
}

type Loaded = { views: readonly ComparedView[] | null; error: string | null };

/**
 * Compares the newest submission with photos to the submission and viewpoint in the URL; null if the link shows no
 * earlier photo. `onGone` is called if the link is closed.
 */
export function useComparison(data: SharedData, onGone: (message: string) => void) {
  const { token, page, comparison } = data;
  const latest = comparison?.views ?? [];
  const first = firstView(data);
  const newest = page.submissions.findIndex(({ id }) => id === first?.after.submissionId);
  const earlier = page.submissions.slice(newest + 1).filter(({ photoCount }) => photoCount > 0);
  const [weekId, chooseWeek] = useChoiceInUrl(
    'before',
    earlier.map(({ id }) => id),
  );
  const [viewpointId, chooseViewpoint] = useChoiceInUrl(
    'viewpoint',
    latest
      .map(({ viewpoint }) => viewpoint.id)
      .toSorted((a, b) => Number(b === comparison?.firstId) - Number(a === comparison?.firstId)),
  );

  const [loaded, setLoaded] = useState<Readonly<Record<string, Loaded>>>({});
  const since = weekId === undefined || weekId === earlier[0]?.id ? null : weekId;
  const load = useCallback(
    async (id: string) => {
      const settle = (part: Loaded) => setLoaded((all) => ({ ...all, [id]: part }));
      settle({ views: null, error: null });
      try {
        const { views } = await fetchShared<SubmissionComparison>(
          `shared/${token}/comparison?since=${id}`,
        );
        settle({ views, error: null });
      } catch (failure) {
        const { message } = failure as Error;
        settle({ views: null, error: message });
        if (failure instanceof LinkGoneError) onGone(message);
      }
    },
    [token, onGone],
  );
  const isMissing = since !== null && !loaded[since];
  useEffect(() => {
    if (isMissing) void load(since);
  }, [isMissing, load, since]);

  if (!first) return null;
  const selected = since === null ? { views: latest, error: null } : loaded[since];
  const views = selected?.views ?? latest;
  return {
    views,
    view: views.find(({ viewpoint }) => viewpoint.id === viewpointId) ?? first,
    earlier,
    weekId: since,
    isLoading: since !== null && !selected?.views,
    error: selected?.error ?? null,
    chooseWeek,
    chooseViewpoint,
    retry: () => void (since && load(since)),
  };
}

export type Comparison = NonNullable<ReturnType<typeof useComparison>>;
