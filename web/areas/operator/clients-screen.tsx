import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { nameOf, type Person } from '#domain/people.ts';
import { nounOf, usePeople, usePeopleChanges } from '#web/people/api.ts';
import { ChangeRole } from '#web/people/change-role.tsx';
import { EditPerson } from '#web/people/edit-person.tsx';
import { InvitePerson } from '#web/people/invite-person.tsx';
import { type PeopleChoice, type PeopleView, PEOPLE_VIEWS } from '#web/people/people-list.ts';
import { PeopleTable } from '#web/people/people-table.tsx';
import type { PersonTask } from '#web/people/person-menu.tsx';
import { clampPage } from '#web/lib/list-choice.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { may } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { FilterBar, FilterSwitch, SearchInput } from '#web/ui/filter-bar.tsx';

export function ClientsScreen() {
  const [isInviting, dialog] = useDisclosure(false);
  const [choice, setChoice] = useState<PeopleChoice>({ view: 'active', search: '', page: 0 });
  const list = usePeople(choice);
  clampPage(list.query, choice, setChoice);
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
      <Stack gap="lg">
        <PeopleControls choice={choice} onChoice={setChoice} />
        <People list={list} choice={choice} onChoice={setChoice} />
      </Stack>
      <InvitePerson
        isOpen={isInviting}
        onClose={dialog.close}
        onInvited={() => {
          dialog.close();
          setChoice({ ...choice, view: 'invited', page: 0 });
        }}
      />
    </Page>
  );
}

type ChoiceProps = { choice: PeopleChoice; onChoice: (choice: PeopleChoice) => void };
type PeopleProps = ChoiceProps & { list: ReturnType<typeof usePeople> };

function People({ list: { query, rows, found }, choice, onChoice }: PeopleProps) {
  if (query.isError && !rows) {
    return <LoadError title="Failed to fetch clients. Please try again." query={query} />;
  }
  if (!rows) return <TableSkeleton label="Loading clients" />;
  return (
    <Results
      rows={rows}
      found={found}
      choice={choice}
      isStale={query.isPlaceholderData}
      onChoice={onChoice}
    />
  );
}

const EMPTY_TITLES: Record<PeopleView, string> = {
  active: 'No clients found.',
  deactivated: 'No deactivated clients.',
  invited: 'No open invitations.',
  staff: 'No staff found.',
};

type ResultsProps = ChoiceProps &
  Pick<Parameters<typeof PeopleTable>[0], 'rows' | 'found' | 'isStale'>;

function Results({ choice, onChoice, ...list }: ResultsProps) {
  const [task, setTask] = useState<PersonTask | null>(null);
  const close = () => setTask(null);
  const { deactivate, reactivate, release, resend, revoke } = usePeopleChanges();
  const begin = (wanted: PersonTask) => {
    if (wanted.kind === 'reactivate') return reactivate.mutate({ id: wanted.person.id });
    if (wanted.kind === 'resend') return resend.mutate({ id: wanted.invitation.id });
    setTask(wanted);
  };
  return (
    <>
      {list.found === 0 ? (
        <EmptyState
          icon={IconUsers}
          title={choice.search.trim() ? 'No clients found.' : EMPTY_TITLES[choice.view]}
        />
      ) : (
        <PeopleTable
          {...list}
          view={choice.view}
          choice={choice}
          onChoice={(changes) => onChoice({ ...choice, ...changes })}
          onTask={begin}
        />
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
            <strong>{nameOf(task.person)}</strong> will be signed out everywhere and can no longer
            sign in. Nothing is deleted. You can reactivate the account later.
          </Text>
        </ConfirmDialog>
      ) : null}
      {task?.kind === 'release' ? (
        <ReleaseDialog
          person={task.person}
          isBusy={release.isPending}
          onClose={close}
          onConfirm={() => release.mutate({ id: task.person.id }, { onSettled: close })}
        />
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
            The link sent to <strong>{task.invitation.email}</strong> will stop working right away.
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

type ReleaseDialogProps = {
  person: Person;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

function ReleaseDialog({ person, ...dialog }: ReleaseDialogProps) {
  return (
    <ConfirmDialog isOpen title="Unlink Sign-In" confirmLabel="Unlink" {...dialog}>
      <Text>
        <strong>{nameOf(person)}</strong> will be signed out everywhere. The next person who signs
        in with the verified address {person.email} will be linked to this account.
      </Text>
    </ConfirmDialog>
  );
}

const VIEW_LABELS: Record<PeopleView, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
  invited: 'Invited',
  staff: 'Staff',
};

type PeopleControlsProps = { choice: PeopleChoice; onChoice: (choice: PeopleChoice) => void };

function PeopleControls({ choice, onChoice }: PeopleControlsProps) {
  const { user } = useSession();
  const canManageStaff = user !== null && may(user.role, 'staff.manage');
  return (
    <FilterBar>
      <SearchInput
        label="Search clients"
        value={choice.search}
        onChange={(search) => onChoice({ ...choice, search, page: 0 })}
      />
      <FilterSwitch
        label="Show"
        choices={PEOPLE_VIEWS.filter((value) => value !== 'staff' || canManageStaff).map(
          (value) => ({
            value,
            label: VIEW_LABELS[value],
          }),
        )}
        value={choice.view}
        onChange={(view) => onChoice({ ...choice, view, page: 0 })}
      />
    </FilterBar>
  );
}
