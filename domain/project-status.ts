export const PROJECT_STATUSES = [
  'active',
  'planning',
  'completed',
  'on_hold',
  'cancelled',
] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const projectStatusLabel = (status: ProjectStatus) => status.replace('_', '-');

export const MAX_PROJECTS = 500;

export const PROJECT_SORTS = ['recent', 'name', 'status', 'start_date'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];
