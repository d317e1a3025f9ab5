import { useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { projectWeek } from '#domain/weeks.ts';
import type { Project } from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { date, dayOf } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Facts } from '#web/ui/facts.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { StaffStatusBadge, StatusBadge } from './status-badge.tsx';

export function ProjectFacts({ project }: { project: Project }) {
  const { companyId, companyName, startDate, estimatedCompletionDate, timeZone } = project;
  const { latitude, longitude } = project;
  const week = projectWeek(startDate, dayOf(useNow().toISOString(), timeZone));
  const dayOrNot = (day: string | null) => (day ? date(day, timeZone) : 'Not set');
  return (
    <>
      {project.description ? (
        <Text mb="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {project.description}
        </Text>
      ) : null}
      <Facts
        facts={[
          [
            'Company',
            <TextLink key="company" to={ROUTES.companyProjects} params={{ companyId }}>
              {companyName ?? 'No name'}
            </TextLink>,
          ],
          ['Address', project.address ?? 'No address'],
          ['Status', <StaffStatusBadge key="status" status={project.status} />],
          ['Start Date', dayOrNot(startDate)],
          ['Est. Completion', dayOrNot(estimatedCompletionDate)],
          ...(week ? [['Project Week', String(week)] as const] : []),
          ['Project Manager', <ManagerName key="manager" project={project} />],
          ['Time Zone', timeZone.replaceAll('_', ' ')],
          [
            'Coordinates',
            latitude === null || longitude === null ? 'Not set' : `${latitude}, ${longitude}`,
          ],
        ]}
      />
    </>
  );
}

function ManagerName({ project: { id, isManaged } }: { project: Project }) {
  const { data } = useQuery(api.projectMembers.list.queryOptions({ input: { projectId: id } }));
  const manager = data?.managers.find((person) => person.id === data.managerId);
  return manager?.name ?? (isManaged ? 'Assigned' : 'Not assigned');
}

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
