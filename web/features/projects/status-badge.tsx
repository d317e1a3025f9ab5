import { Badge } from '@mantine/core';
import { type ProjectStatus, projectStatusLabel } from '#domain/project-status.ts';

const COLORS: Partial<Record<ProjectStatus, string>> = {
  active: 'green',
  planning: 'blue',
  on_hold: 'yellow',
};

/** A project's status: active green, planning blue, on-hold yellow, anything else gray. */
export function StatusBadge({ status }: { status: ProjectStatus }) {
  return (
    <Badge color={COLORS[status] ?? 'gray'} style={{ flex: 'none' }}>
      {projectStatusLabel(status)}
    </Badge>
  );
}
