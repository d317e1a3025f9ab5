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

/** The same choice on a page that there is, once so many are found: others may have emptied the last. */
export const withinPages = <Choice extends { page: number }>(
  choice: Choice,
  found: number,
): Choice => (choice.page < pageCount(found) ? choice : { ...choice, page: pageCount(found) - 1 });
