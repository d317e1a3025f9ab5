import { Badge } from '@mantine/core';
import { type ProjectStatus, projectStatusLabel } from '#domain/project-status.ts';

const COLORS: Partial<Record<ProjectStatus, string>> = {
  active: 'green',
  planning: 'blue',
  on_hold: 'yellow',
};

/** In the back office: one that goes on in the accent, one that is done gray, one that does not go on red. */
const STAFF_COLORS: Partial<Record<ProjectStatus, string>> = {
  planning: 'blue',
  completed: 'gray',
  on_hold: 'red',
  cancelled: 'red',
};

/** A project's status as staff see it. */
export function StaffStatusBadge({ status }: { status: ProjectStatus }) {
  return (
    <Badge color={STAFF_COLORS[status]} style={{ flex: 'none' }}>
      {projectStatusLabel(status)}
    </Badge>
  );
}

/** A project's status: active green, planning blue, on-hold yellow, anything else gray. */
export function StatusBadge({ status }: { status: ProjectStatus }) {
  return (
    <Badge color={COLORS[status] ?? 'gray'} style={{ flex: 'none' }}>
      {projectStatusLabel(status)}
    </Badge>
  );
}
