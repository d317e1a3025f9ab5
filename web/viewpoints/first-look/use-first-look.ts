import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ComparedPhoto, ComparedView, Since } from '#domain/submission-comparison.ts';
import type { Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { idInSearch, oneOf } from '#web/lib/search-params.ts';

const startInSearch = oneOf('start');

export const firstLookInSearch = {
  viewpoint: idInSearch,
  since: (value: unknown): string | undefined => startInSearch(value) ?? idInSearch(value),
};

type ComparisonRequest = {
  projectId: string;
  submissionId?: string | undefined;
  since?: Since | undefined;
};

/**
 * By default, compares the newest submission. The default request must match the one in the server's
 * early-responses.ts.
 */
export const comparisonOf = ({ projectId, submissionId, since }: ComparisonRequest) =>
  api.viewpoints.compare.queryOptions({
    input: { projectId, ...(submissionId && { submissionId }), ...(since && { since }) },
  });

/** The first picture's width, as in the `sizes` attribute of an image; see first-look.module.css. */
export const LOOK_SIZES = '(width < 62em) 100vw, 62rem';

const DAY_MS = 86_400_000;
/** Up to this many days between two visits are still called "last week". */
const WEEK_DAYS = 10;

/** The label for the time since the previous visit. Days are YYYY-MM-DD. */
export const sinceLabel = (day: string, previous: string): string =>
  Date.parse(day) - Date.parse(previous) <= WEEK_DAYS * DAY_MS
    ? 'Since last week'
    : 'Since last visit';

export type FirstLookOptions = {
  projectId: string;
  weeks: readonly Submission[] | undefined;
  /** The submission to show; if undefined, the newest that can be compared. */
  weekId: string | undefined;
};

export function useFirstLook({ projectId, weeks, weekId }: FirstLookOptions) {
  const { viewpoint, since: fromUrl } = useSearch({ strict: false });
  const from = weeks?.findIndex(({ id }) => id === weekId) ?? -1;
  // Ignores a `since` in the URL that isn't earlier than the shown submission.
  const isKnown = from < 0 || fromUrl === 'start';
  const since =
    isKnown || weeks?.slice(from + 1).some(({ id }) => id === fromUrl) ? fromUrl : undefined;
  const query = useQuery({
    ...comparisonOf({ projectId, submissionId: weekId, since }),
    placeholderData: keepPreviousData,
  });
  const { views = [], firstId } = query.data ?? {};
  const view =
    views.find(({ viewpoint: { id } }) => id === viewpoint) ??
    views.find(({ viewpoint: { id } }) => id === firstId) ??
    null;
  return { query, views, view, since };
}

/** Without an earlier photo, the viewer picks the photos. */
export function comparisonOpening(view: ComparedView | null) {
  const placeOf = ({ submissionId, id }: ComparedPhoto) => ({ submissionId, fileId: id });
  if (!view?.before) return {};
  return { mode: 'compare', file: placeOf(view.after), before: placeOf(view.before) } as const;
}
