import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ComparedPhoto, ComparedView } from '#domain/week-comparison.ts';
import type { Submission } from '#domain/submissions.ts';
import { comparisonOf } from './since.ts';

export type FirstLookOf = {
  projectId: string;
  /** Published weeks, newest first; undefined while loading. */
  weeks: readonly Submission[] | undefined;
  /** The week to show; if undefined, the newest that can be compared. */
  weekId: string | undefined;
};

/** The comparison that the URL of a page names; `view` is the viewpoint shown. */
export function useFirstLook({ projectId, weeks, weekId }: FirstLookOf) {
  const { viewpoint, since: inAddress } = useSearch({ strict: false });
  const from = weeks?.findIndex(({ id }) => id === weekId) ?? -1;
  // Ignore a `since` week that is not earlier than the shown week.
  const isKnown = from < 0 || inAddress === 'start';
  const since =
    isKnown || weeks?.slice(from + 1).some(({ id }) => id === inAddress) ? inAddress : undefined;
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

/** Opens the viewer with this pair. Without an earlier photo, the viewer picks one. */
export function comparing(view: ComparedView | null) {
  const placeOf = ({ submissionId, id }: ComparedPhoto) => ({ submissionId, fileId: id });
  if (!view?.before) return {};
  return { mode: 'compare', file: placeOf(view.after), before: placeOf(view.before) } as const;
}
