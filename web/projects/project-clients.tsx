import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';

/** The clients who see a project because it is their company's; nothing until they are known. */
export function ProjectClients({ project }: { project: Project }) {
  const input = { projectId: project.id };
  const { data } = useQuery(api.projectMembers.list.queryOptions({ input }));
  if (!data) return null;
  const { clients, clientCount } = data;
  const left = clientCount - clients.length;
  return (
    <Stack gap="xs" component="section" aria-labelledby="clients">
      <Title order={3} id="clients">
        Clients of {project.companyName ?? 'the company'}
      </Title>
      {clientCount === 0 ? (
        <Text c="dimmed">No client of this company has an account yet.</Text>
      ) : null}
      {clients.map(({ id, name, email }) => (
        <div key={id} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={500}>{name}</Text>
          <Text c="dimmed" size="sm">
            {email}
          </Text>
        </div>
      ))}
      {left > 0 ? <Text c="dimmed">and {counted(left, 'other client')}</Text> : null}
    </Stack>
  );
}
