import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pageCount } from '#domain/pages.ts';
import {
  SUBMISSION_SORTS,
  type SubmissionStatus,
  type LibraryPage,
  type StaffSubmission,
} from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { toListQuery, useSettledText } from '#web/lib/list-choice.ts';
import type { Sort } from '#web/ui/table-rows.ts';
import { groupBy } from '#domain/group-by.ts';

/** What of the library is looked at; without a `sort` the latest recorded of each project stand first. */
export type LibraryChoice = { search: string; status: SubmissionStatus | 'all'; sort?: Sort };

/** The library as far as it is loaded, a page at a time; `isWhole` when nothing is left out by a choice. */
export function useLibrary({ status, sort, search }: LibraryChoice) {
  const settled = useSettledText(search);
  const query = useInfiniteQuery(
    api.submissions.library.infiniteOptions({
      input: (page: number) => ({
        ...toListQuery({ search: settled, page, ...(sort && { sort }) }, SUBMISSION_SORTS),
        ...(status !== 'all' && { status }),
      }),
      initialPageParam: 0,
      getNextPageParam: ({ found }, _pages, page) =>
        page + 1 < pageCount(found) ? page + 1 : null,
      placeholderData: keepPreviousData,
    }),
  );
  const isWhole = settled.trim() === '' && status === 'all' && !query.isPlaceholderData;
  return { query, isWhole };
}

export type SubmissionGroup = {
  projectId: string;
  projectName: string;
  companyName: string;
  submissions: StaffSubmission[];
  /** How many submissions the project has, and how many of them are what was looked for. */
  total: number;
  found: number;
};

/** The submissions on the pages of the library by project, in the order they came. */
export function groupSubmissions(pages: readonly LibraryPage[]): SubmissionGroup[] {
  const counts = new Map(
    pages.flatMap(({ projects }) => projects).map((project) => [project.projectId, project]),
  );
  // One more before them moves the others on: what ended a page may begin the next as well.
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
