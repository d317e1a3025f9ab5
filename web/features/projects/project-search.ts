import { z } from 'zod';
import { ProjectSort, ProjectStatus } from '#domain/projects.ts';
import { searchOf, TextInSearch } from '#web/lib/search-params.ts';

/**
 * What the address of the list of projects says of search, filter, order and layout. What is usual is
 * left out, and so is what is nonsense: the rest of the address still counts.
 */
export const ProjectSearch = searchOf({
  search: TextInSearch,
  status: ProjectStatus,
  sort: ProjectSort,
  layout: z.literal('list'),
});
export type ProjectSearch = z.output<typeof ProjectSearch>;
