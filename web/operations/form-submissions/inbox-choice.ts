import type { INBOX_FILTERS } from '#domain/form-submissions.ts';
import { ADDRESSES } from '#web/lib/paths.ts';

/** What of the inbox is looked at. `page` counts from 0. */
export type InboxChoice = {
  search: string;
  sort: 'newest' | 'oldest';
  filter: (typeof INBOX_FILTERS)[number];
  page: number;
};

export const WHOLE_INBOX: InboxChoice = { search: '', sort: 'newest', filter: 'all', page: 0 };

/** The same choice for the API, which takes no empty search. */
export const toQuery = ({ search, ...choice }: InboxChoice) => ({
  ...choice,
  ...(search.trim() && { search: search.trim() }),
});

/** Address of the file with all that match, whatever page is shown. */
export function exportAddress(choice: InboxChoice): string {
  const { page: _page, ...selection } = toQuery(choice);
  return `${ADDRESSES.inboxExport}?${new URLSearchParams(selection).toString()}`;
}
