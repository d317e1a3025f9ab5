import {
  PROJECT_SORTS,
  PROJECT_STATUSES,
  type ProjectSort,
  type ProjectStatus,
  projectStatusLabel,
} from '#domain/project-status.ts';
import type { Project } from '#domain/projects.ts';
import { oneOf, searchOf, textInSearch } from '#web/lib/search-params.ts';

export type ProjectChoice = { search: string; status: ProjectStatus | 'all'; sort: ProjectSort };

export const ALL_PROJECTS: ProjectChoice = { search: '', status: 'all', sort: 'recent' };

export const toChoice = ({ search, status, sort }: ProjectSearch): ProjectChoice => ({
  search: search ?? ALL_PROJECTS.search,
  status: status ?? ALL_PROJECTS.status,
  sort: sort ?? ALL_PROJECTS.sort,
});

export const STATUS_CHOICES = [
  { value: 'all' as const, label: 'All statuses' },
  ...PROJECT_STATUSES.map((value) => ({ value, label: projectStatusLabel(value) })),
];

const SORT_LABELS: Record<ProjectSort, string> = {
  recent: 'Most recent',
  name: 'Name (A–Z)',
  status: 'Status',
  start_date: 'Start date',
};
export const SORT_CHOICES = PROJECT_SORTS.map((value) => ({
  value,
  label: SORT_LABELS[value],
}));

const ORDERS: Record<ProjectSort, (a: Project, b: Project) => number> = {
  recent: (a, b) => b.createdAt.localeCompare(a.createdAt),
  name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  status: (a, b) => a.status.localeCompare(b.status),
  start_date: (a, b) => (b.startDate ?? '').localeCompare(a.startDate ?? ''),
};

/** Matches name or address, ignoring case. */
export function chooseProjects(projects: readonly Project[], choice: ProjectChoice): Project[] {
  const wanted = choice.search.trim().toLowerCase();
  return projects
    .filter(({ status }) => choice.status === 'all' || status === choice.status)
    .filter(({ name, address }) => `${name}\n${address ?? ''}`.toLowerCase().includes(wanted))
    .toSorted(ORDERS[choice.sort]);
}

/**
 * Search, filter, order and layout of the project list in the URL. Defaults and invalid values are left out, so the
 * rest of the URL still applies.
 */
export const projectSearch = searchOf({
  search: textInSearch,
  status: oneOf(...PROJECT_STATUSES),
  sort: oneOf(...PROJECT_SORTS),
  layout: oneOf('list'),
});
export type ProjectSearch = ReturnType<typeof projectSearch>;
