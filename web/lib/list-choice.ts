import { useDebouncedValue } from '@mantine/hooks';
import { pageCount } from '#domain/pages.ts';
import type { Sort } from '#web/ui/table-rows.ts';

/** What of a long list is looked at; `page` counts from 0, without a `sort` the newest stand first. */
export type ListChoice = {
  search: string;
  sort?: Sort;
  page: number;
};

const TYPING_MILLISECONDS = 250;

/** Text as it stands once nobody types any more: asked for are words, not letters. */
export const useSettledText = (text: string): string =>
  useDebouncedValue(text, TYPING_MILLISECONDS)[0];

/** The choice for the API, which takes no empty search and sorts by what it knows. */
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

/**
 * Turns back to a page that there is, once the answer says how many are found: others may have emptied
 * the last. To be called while rendering, as it then shows no empty page meanwhile.
 */
export function stayWithinPages<Choice extends { page: number }>(
  { data, isPlaceholderData }: { data: { found: number } | undefined; isPlaceholderData: boolean },
  choice: Choice,
  onChoice: (choice: Choice) => void,
): void {
  const last = data && !isPlaceholderData ? pageCount(data.found) - 1 : choice.page;
  if (choice.page > last) onChoice({ ...choice, page: last });
}
