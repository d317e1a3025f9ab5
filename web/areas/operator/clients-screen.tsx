import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOf } from '#domain/people.ts';
import { may } from '#domain/roles.ts';
import { ChangeRole } from '#web/features/people/change-role.tsx';
import { EditPerson } from '#web/features/people/edit-person.tsx';
import { InvitePerson } from '#web/features/people/invite-person.tsx';
import {
  choosePeople,
  ofInvitation,
  ofPerson,
  PEOPLE_FILTERS,
  type PeopleFilter,
} from '#web/features/people/people-list.ts';
import { PeopleTable } from '#web/features/people/people-table.tsx';
import type { PersonTask } from '#web/features/people/person-menu.tsx';
import { nounOf, usePeopleChanges } from '#web/features/people/use-people-changes.ts';
import { api } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';

const FILTER_LABELS: Record<PeopleFilter, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
  invited: 'Invited',
  staff: 'Staff',
};

/** Who has an account, who was invited to have one, and what may be done about it. */
export function ClientsScreen() {
  const [isInviting, dialog] = useDisclosure(false);
  const [filter, setFilter] = useState<PeopleFilter>('active');
  return (
    <Page
      title="Client Management"
      subtitle="Client accounts and invitations"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
          Add Client
        </Button>
      }
    >
      <People filter={filter} onFilter={setFilter} />
      <InvitePerson
        isOpen={isInviting}
        onClose={dialog.close}
        onInvited={() => {
          dialog.close();
          setFilter('invited');
        }}
      />
    </Page>
  );
}

type PeopleProps = { filter: PeopleFilter; onFilter: (filter: PeopleFilter) => void };

function People({ filter, onFilter }: PeopleProps) {
  const { user } = useSession();
  const now = useNow();
  const [search, setSearch] = useState('');
  const people = useQuery(api.people.list.queryOptions());
  const invitations = useQuery(api.invitations.list.queryOptions());
  const failed = [people, invitations].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <LoadError
        title="Failed to fetch clients. Please try again."
        error={failed.error}
        onRetry={() => void Promise.all([people.refetch(), invitations.refetch()])}
        isRetrying={people.isFetching || invitations.isFetching}
      />
    );
  }
  const rows =
    people.data && invitations.data
      ? [
          ...people.data.people.map(ofPerson),
          ...invitations.data.invitations.map((invitation) => ofInvitation(invitation, now)),
        ]
      : null;
  const seesStaff = user !== null && may(user.role, 'staff.manage');
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <TextInput
          type="search"
          w={{ base: '100%', sm: 320 }}
          aria-label="Search clients"
          placeholder="Search clients..."
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Show"
          w={{ base: '100%', sm: 'auto' }}
          bd="1px solid var(--surface-line)"
          data={PEOPLE_FILTERS.filter((value) => value !== 'staff' || seesStaff).map((value) => ({
            value,
            label: FILTER_LABELS[value],
          }))}
          value={filter}
          onChange={(value) =>
            onFilter(PEOPLE_FILTERS.find((known) => known === value) ?? 'active')
          }
        />
      </Group>
      {rows ? (
        <Found
          rows={choosePeople(rows, { filter, search })}
          filter={filter}
          isSearched={search.trim() !== ''}
        />
      ) : (
        <TableSkeleton label="Loading clients" />
      )}
    </Stack>
  );
}

const NOBODY: Record<PeopleFilter, string> = {
  active: 'No clients found.',
  deactivated: 'No deactivated clients.',
  invited: 'No open invitations.',
  staff: 'No staff found.',
};

type FoundProps = {
  rows: ReturnType<typeof choosePeople>;
  filter: PeopleFilter;
  isSearched: boolean;
};

function Found({ rows, filter, isSearched }: FoundProps) {
  const [task, setTask] = useState<PersonTask | null>(null);
  const close = () => setTask(null);
  const { deactivate, reactivate, resend, revoke } = usePeopleChanges();
  const begin = (wanted: PersonTask) => {
    if (wanted.kind === 'reactivate') return reactivate.mutate({ id: wanted.person.id });
    if (wanted.kind === 'resend') return resend.mutate({ id: wanted.invitation.id });
    setTask(wanted);
  };
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon={IconUsers} title={isSearched ? 'No clients found.' : NOBODY[filter]} />
      ) : (
        <PeopleTable filter={filter} rows={rows} onTask={begin} />
      )}
      <EditPerson person={task?.kind === 'edit' ? task.person : null} onClose={close} />
      <ChangeRole person={task?.kind === 'change-role' ? task.person : null} onClose={close} />
      {task?.kind === 'deactivate' ? (
        <ConfirmDialog
          isOpen
          title={`Deactivate ${nounOf(task.person)}`}
          confirmLabel="Deactivate"
          isBusy={deactivate.isPending}
          onClose={close}
          onConfirm={() => deactivate.mutate({ id: task.person.id }, { onSettled: close })}
        >
          <Text>
            <strong>{nameOf(task.person)}</strong> is signed out everywhere at once and cannot sign
            in any more. Nothing is deleted; the account can be reactivated.
          </Text>
        </ConfirmDialog>
      ) : null}
      {task?.kind === 'revoke' ? (
        <ConfirmDialog
          isOpen
          title="Revoke Invitation"
          confirmLabel="Revoke"
          isBusy={revoke.isPending}
          onClose={close}
          onConfirm={() => revoke.mutate({ id: task.invitation.id }, { onSettled: close })}
        >
          <Text>
            The link that was sent to <strong>{task.invitation.email}</strong> stops working at
            once.
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
