import { useDebouncedValue } from '@mantine/hooks';
import { pageCount } from '#domain/pages.ts';
import type { Sort } from '#web/ui/table-rows.ts';

/** `page` counts from 0. Without `sort`, newest first. */
export type ListChoice = {
  search: string;
  sort?: Sort;
  page: number;
};

const DEBOUNCE_MS = 250;

/** The text once typing has paused, so that not every letter starts a search. */
export const useDebouncedText = (text: string): string => useDebouncedValue(text, DEBOUNCE_MS)[0];

/** API input: omits an empty search and unsupported sort keys. */
export function toListQuery<const Key extends string>(
  { search, sort, page }: ListChoice,
  sorts: readonly Key[],
) {
  const wanted = search.trim();
  const key = sorts.find((known) => known === sort?.key);
  return {
    page,
    ...(wanted && { search: wanted }),
    ...(key && ({ sort: key, order: sort?.isDescending ? 'descending' : 'ascending' } as const)),
  };
}

/** Goes to the last page if the current one is gone. Called while rendering, so that no empty page appears. */
export function clampPage<Choice extends { page: number }>(
  { data, isPlaceholderData }: { data: { found: number } | undefined; isPlaceholderData: boolean },
  choice: Choice,
  onChoice: (choice: Choice) => void,
): void {
  const last = data && !isPlaceholderData ? pageCount(data.found) - 1 : choice.page;
  if (choice.page > last) onChoice({ ...choice, page: last });
}
