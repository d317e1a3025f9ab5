import { Badge } from '@mantine/core';
import { type ProjectStatus, projectStatusLabel } from '#domain/project-status.ts';

const COLORS: Partial<Record<ProjectStatus, string>> = {
  active: 'green',
  planning: 'blue',
  on_hold: 'yellow',
};

const STAFF_COLORS: Partial<Record<ProjectStatus, string>> = {
  planning: 'blue',
  completed: 'gray',
  on_hold: 'red',
  cancelled: 'red',
};

export function StaffStatusBadge({ status }: { status: ProjectStatus }) {
  return (
    <Badge color={STAFF_COLORS[status]} style={{ flex: 'none' }}>
      {projectStatusLabel(status)}
    </Badge>
  );
}

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return (
    <Badge color={COLORS[status] ?? 'gray'} style={{ flex: 'none' }}>
      {projectStatusLabel(status)}
    </Badge>
  );
}
