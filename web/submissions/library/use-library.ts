import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pageCount } from '#domain/pages.ts';
import { SUBMISSION_SORTS, type SubmissionStatus } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { toListQuery, useSettledText } from '#web/lib/list-choice.ts';
import type { Sort } from '#web/ui/table-rows.ts';

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
