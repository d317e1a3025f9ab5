import {
  IconMail,
  IconPencil,
  IconTrash,
  IconUnlink,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
} from '@tabler/icons-react';
import type { Invitation } from '#domain/invitations.ts';
import type { Person } from '#domain/people.ts';
import { may } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { ActionsMenu, type MenuAction } from '#web/ui/actions-menu.tsx';
import type { PeopleRow } from './people-list.ts';

export type PersonTask =
  | { kind: 'edit' | 'change-role' | 'release' | 'deactivate' | 'reactivate'; person: Person }
  | { kind: 'resend' | 'revoke'; invitation: Invitation };

type PersonMenuProps = { row: PeopleRow; onTask: (task: PersonTask) => void };

export function PersonMenu({ row, onTask }: PersonMenuProps) {
  const { user } = useSession();
  const actions = row.person
    ? personActions(row.person, user, onTask)
    : invitationActions(row.invitation, onTask);
  return <ActionsMenu width={200} name={row.name} actions={actions} />;
}

function personActions(
  person: Person,
  user: Pick<Person, 'id' | 'role'> | null,
  onTask: PersonMenuProps['onTask'],
): (MenuAction | null)[] {
  const isOther = user?.id !== person.id;
  const canManageStaff = user !== null && may(user.role, 'staff.manage');
  const task = (kind: 'edit' | 'change-role' | 'release' | 'deactivate' | 'reactivate') => () =>
    onTask({ kind, person });
  return [
    { label: 'Edit', Icon: IconPencil, run: task('edit') },
    isOther && canManageStaff
      ? { label: 'Change Role', Icon: IconUserCog, run: task('change-role') }
      : null,
    canManageStaff && person.signsInByProvider
      ? { label: 'Unlink Sign-In', Icon: IconUnlink, run: task('release') }
      : null,
    isOther && person.isActive
      ? { label: 'Deactivate', Icon: IconUserOff, color: 'red', run: task('deactivate') }
      : null,
    person.isActive ? null : { label: 'Reactivate', Icon: IconUserCheck, run: task('reactivate') },
  ];
}

const invitationActions = (
  invitation: Invitation,
  onTask: PersonMenuProps['onTask'],
): MenuAction[] => [
  { label: 'Resend', Icon: IconMail, run: () => onTask({ kind: 'resend', invitation }) },
  {
    label: 'Revoke',
    Icon: IconTrash,
    color: 'red',
    run: () => onTask({ kind: 'revoke', invitation }),
  },
];
