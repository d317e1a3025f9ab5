import { ADDRESSES } from '#web/lib/paths.ts';
import { idInSearch, oneOf, searchOf, textInSearch } from '#web/lib/search-params.ts';

export const PIN_SORTS = ['due', 'created', 'project'] as const;
const STATES = ['open', 'answered', 'done'] as const;

/** The choices of the list in the URL. Pages count from 0. */
export const pinSearch = searchOf({
  search: textInSearch,
  week: idInSearch,
  show: oneOf(...STATES, 'mine', 'overdue'),
  by: oneOf(...PIN_SORTS),
  order: oneOf('descending'),
  page: (value) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined),
});
export type PinSearch = ReturnType<typeof pinSearch>;

export const toPinQuery = ({ search, week, show, by: sort, order }: PinSearch) => ({
  search: search?.trim() || undefined,
  submissionId: week,
  state: STATES.find((state) => state === show),
  isMine: show === 'mine' || undefined,
  isOverdue: show === 'overdue' || undefined,
  sort,
  order,
});

/** All matches, not only the current page. */
export function exportAddress(search: PinSearch, format: 'csv' | 'bcfzip'): string {
  const set = Object.entries(toPinQuery(search)).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(set.map(([key, value]) => [key, String(value)]));
  return `${ADDRESSES.pinExport}.${format}?${query.toString()}`;
}
