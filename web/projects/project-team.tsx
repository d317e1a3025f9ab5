import { ActionIcon, Group, Modal, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member, ProjectTeam as Team } from '#domain/project-members.ts';
import type { Project } from '#domain/projects.ts';
import { roleLabel } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { useDebouncedText } from '#web/lib/list-choice.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { LoadError } from '#web/ui/states.tsx';
import { counted } from '#web/lib/formats.ts';

type ProjectTeamProps = { project: Project | null; onClose: () => void };

export function ProjectTeam({ project, onClose }: ProjectTeamProps) {
  return (
    <Modal
      opened={project !== null}
      onClose={onClose}
      title={project ? `Team of ${project.name}` : ''}
    >
      {project ? <TeamOf project={project} /> : null}
    </Modal>
  );
}

export function TeamOf({ project }: { project: Project }) {
  const input = { projectId: project.id };
  const query = useQuery(api.projectMembers.list.queryOptions({ input }));
  if (query.isPending) {
    return (
      <Stack gap="md" component="section" aria-busy aria-label="Loading the team">
        <Skeleton height={60} />
        <Skeleton height={96} />
      </Stack>
    );
  }
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load the team" query={query} />;
  }
  return <TeamForm project={project} team={query.data} />;
}

function useTeamChanges() {
  const withToasts = useMutationToasts(api.projectMembers.key(), api.projects.key());
  const add = useMutation(
    api.projectMembers.add.mutationOptions(withToasts('Member Added', 'Failed to add member.')),
  );
  const remove = useMutation(
    api.projectMembers.remove.mutationOptions(
      withToasts('Member Removed', 'Failed to remove member.'),
    ),
  );
  const manage = useMutation(
    api.projects.update.mutationOptions(withToasts('Project Updated', 'Failed to update project.')),
  );
  return { add, remove, manage };
}

const affiliation = ({ role, companyName }: Member) =>
  role === 'client' ? (companyName ?? 'No company') : roleLabel(role);

const toOptions = (people: readonly Member[]) =>
  people.map((person) => ({
    value: person.id,
    label: `${person.name} · ${affiliation(person)} · ${person.email}`,
  }));

function TeamForm({ project, team }: { project: Project; team: Team }) {
  const { add, remove, manage } = useTeamChanges();
  const isBusy = add.isPending || remove.isPending || manage.isPending;
  const projectId = project.id;
  // A deactivated manager isn't among the choices and can only be replaced.
  const isGone = team.managerId !== null && !team.managers.some(({ id }) => id === team.managerId);
  return (
    <Stack gap="lg">
      <Select
        label="Project Manager"
        placeholder="Not assigned"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the project manager' }}
        nothingFoundMessage="No staff found"
        description={
          isGone ? 'The previous manager is no longer an active staff member.' : undefined
        }
        disabled={isBusy}
        data={toOptions(team.managers)}
        value={team.managerId}
        onChange={(projectManagerId) => manage.mutate({ id: projectId, projectManagerId })}
      />
      <Stack gap="xs" component="section" aria-labelledby="members">
        <Title order={3} id="members">
          Members
        </Title>
        <Text c="dimmed" size="sm">
          Everyone at {project.companyName ?? 'its company'} can see this project, and so can the
          members listed here.
        </Text>
        {team.members.length === 0 ? <Text>No members yet.</Text> : null}
        {team.members.map((member) => (
          <Group key={member.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text fw={500}>{member.name}</Text>
              <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {affiliation(member)} · {member.email}
                {member.isActive ? '' : ' · deactivated'}
              </Text>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${member.name}`}
              disabled={isBusy}
              onClick={() => remove.mutate({ projectId, personId: member.id })}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <AddMember
          projectId={projectId}
          isBusy={isBusy}
          onAdd={(personId) => add.mutate({ projectId, personId })}
        />
      </Stack>
    </Stack>
  );
}

type AddMemberProps = { projectId: string; isBusy: boolean; onAdd: (personId: string) => void };

/** Searches on the server, because there may be more people than the list shows. */
function AddMember({ projectId, isBusy, onAdd }: AddMemberProps) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedText(typed).trim();
  const input = { projectId, ...(search && { search }) };
  const query = useQuery(
    api.projectMembers.candidates.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const data = toOptions(query.data?.people ?? []);
  return (
    <Select
      label="Add Member"
      placeholder="Search by name, company or email"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No one found"
      error={query.isError ? 'Failed to load people.' : undefined}
      disabled={isBusy}
      data={data}
      filter={() => data}
      value={null}
      onChange={(personId) => {
        setTyped('');
        if (personId) onAdd(personId);
      }}
    />
  );
}

/** Clients who see the project as members of its company. Hidden while loading. */
export function ProjectClients({ project }: { project: Project }) {
  const input = { projectId: project.id };
  const { data } = useQuery(api.projectMembers.list.queryOptions({ input }));
  if (!data) return null;
  const { clients, clientCount } = data;
  const left = clientCount - clients.length;
  return (
    <Stack gap="xs" component="section" aria-labelledby="clients">
      <Title order={3} id="clients">
        Clients at {project.companyName ?? 'the company'}
      </Title>
      {clientCount === 0 ? (
        <Text c="dimmed">No clients at this company have accounts yet.</Text>
      ) : null}
      {clients.map(({ id, name, email }) => (
        <div key={id} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={500}>{name}</Text>
          <Text c="dimmed" size="sm">
            {email}
          </Text>
        </div>
      ))}
      {left > 0 ? <Text c="dimmed">and {counted(left, 'more client')}</Text> : null}
    </Stack>
  );
}
