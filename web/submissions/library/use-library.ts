import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pageCount } from '#domain/pages.ts';
import {
  SUBMISSION_SORTS,
  type SubmissionStatus,
  type LibraryPage,
  type StaffSubmission,
} from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { toListQuery, useDebouncedText } from '#web/lib/list-choice.ts';
import type { Sort } from '#web/ui/table-rows.ts';
import { groupBy } from '#domain/group-by.ts';

/** Without `sort`, each project's latest recordings come first. */
export type LibraryFilter = { search: string; status: SubmissionStatus | 'all'; sort?: Sort };

/** The pages loaded so far; `isWhole` if no filter or search is active. */
export function useLibrary({ status, sort, search }: LibraryFilter) {
  const debouncedSearch = useDebouncedText(search);
  const query = useInfiniteQuery(
    api.submissions.library.infiniteOptions({
      input: (page: number) => ({
        ...toListQuery({ search: debouncedSearch, page, ...(sort && { sort }) }, SUBMISSION_SORTS),
        ...(status !== 'all' && { status }),
      }),
      initialPageParam: 0,
      getNextPageParam: ({ found }, _pages, page) =>
        page + 1 < pageCount(found) ? page + 1 : null,
      placeholderData: keepPreviousData,
    }),
  );
  const isWhole = debouncedSearch.trim() === '' && status === 'all' && !query.isPlaceholderData;
  return { query, isWhole };
}

export type SubmissionGroup = {
  projectId: string;
  projectName: string;
  companyName: string;
  submissions: StaffSubmission[];
  /** `total` counts all submissions of the project, `found` those that match. */
  total: number;
  found: number;
};

export function groupSubmissions(pages: readonly LibraryPage[]): SubmissionGroup[] {
  const counts = new Map(
    pages.flatMap(({ projects }) => projects).map((project) => [project.projectId, project]),
  );
  // A submission added between two requests shifts the pages, so that another one may appear on both.
  const loaded = new Map(
    pages.flatMap(({ submissions }) => submissions).map((one) => [one.id, one]),
  );
  return [...groupBy(loaded.values(), ({ projectId }) => projectId)].map(
    ([projectId, submissions]) => ({
      projectId,
      projectName: submissions[0]?.projectName ?? '',
      companyName: submissions[0]?.companyName ?? '',
      submissions,
      total: counts.get(projectId)?.total ?? submissions.length,
      found: counts.get(projectId)?.found ?? submissions.length,
    }),
  );
}
