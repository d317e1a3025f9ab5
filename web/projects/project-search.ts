import { PROJECT_SORTS, PROJECT_STATUSES } from '#domain/project-status.ts';
import { oneOf, searchOf, textInSearch } from '#web/lib/search-params.ts';

/**
 * What the address of the list of projects says of search, filter, order and layout. What is usual is
 * left out, and so is what is nonsense: the rest of the address still counts.
 */
export const projectSearch = searchOf({
  search: textInSearch,
  status: oneOf(...PROJECT_STATUSES),
  sort: oneOf(...PROJECT_SORTS),
  layout: oneOf('list'),
});
export type ProjectSearch = ReturnType<typeof projectSearch>;
