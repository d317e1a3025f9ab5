export const PROJECT_STATUSES = [
  'active',
  'planning',
  'completed',
  'on_hold',
  'cancelled',
] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** The status as people read it. */
export const projectStatusLabel = (status: ProjectStatus) => status.replace('_', '-');

export const PROJECT_SORTS = ['recent', 'name', 'status', 'start_date'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];
