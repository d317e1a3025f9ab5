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

/** As many projects as a list gives at once, which is also what it gives unless it is asked for fewer. */
export const MOST_PROJECTS = 500;

export const PROJECT_SORTS = ['recent', 'name', 'status', 'start_date'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];
