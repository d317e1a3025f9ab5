import type { Project } from '#domain/projects.ts';
import { date, dayOf } from '#web/lib/formats.ts';
import { projectWeek } from '#domain/weeks.ts';
import { Facts } from '#web/ui/facts.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { StatusBadge } from './status-badge.tsx';

/** Dates, status and whether somebody manages the project. */
export function ProjectDetails({ project }: { project: Project }) {
  const { startDate, estimatedCompletionDate, timeZone, status, isManaged } = project;
  const week = projectWeek(startDate, dayOf(useNow().toISOString(), timeZone));
  const dayOrNot = (day: string | null) => (day ? date(day, timeZone) : 'Not set');
  return (
    <Facts
      facts={[
        ['Start Date', dayOrNot(startDate)],
        ['Est. Completion', dayOrNot(estimatedCompletionDate)],
        ...(week ? [['Project Week', String(week)] as const] : []),
        ['Status', <StatusBadge key="status" status={status} />],
        ['Project Manager', isManaged ? 'Assigned' : 'Not assigned'],
      ]}
    />
  );
}
