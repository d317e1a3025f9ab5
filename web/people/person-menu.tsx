import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
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
import type { PeopleRow } from './people-list.ts';

export type PersonTask =
  | { kind: 'edit' | 'change-role' | 'release' | 'deactivate' | 'reactivate'; person: Person }
  | { kind: 'resend' | 'revoke'; invitation: Invitation };

type PersonMenuProps = { row: PeopleRow; onTask: (task: PersonTask) => void };

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export function PersonMenu({ row, onTask }: PersonMenuProps) {
  return (
    <Menu width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${row.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {row.person ? (
          <PersonItems person={row.person} onTask={onTask} />
        ) : (
          <InvitationItems invitation={row.invitation} onTask={onTask} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type Items<Subject> = Subject & Pick<PersonMenuProps, 'onTask'>;

function PersonItems({ person, onTask }: Items<{ person: Person }>) {
  const { user } = useSession();
  const isOther = user?.id !== person.id;
  const managesStaff = user !== null && may(user.role, 'staff.manage');
  const changesRoles = isOther && managesStaff;
  return (
    <>
      <Menu.Item
        leftSection={<IconPencil {...icon} />}
        onClick={() => onTask({ kind: 'edit', person })}
      >
        Edit
      </Menu.Item>
      {changesRoles ? (
        <Menu.Item
          leftSection={<IconUserCog {...icon} />}
          onClick={() => onTask({ kind: 'change-role', person })}
        >
          Change Role
        </Menu.Item>
      ) : null}
      {managesStaff && person.signsInByProvider ? (
        <Menu.Item
          leftSection={<IconUnlink {...icon} />}
          onClick={() => onTask({ kind: 'release', person })}
        >
          Unlink Sign-In
        </Menu.Item>
      ) : null}
      {isOther && person.isActive ? (
        <Menu.Item
          color="red"
          leftSection={<IconUserOff {...icon} />}
          onClick={() => onTask({ kind: 'deactivate', person })}
        >
          Deactivate
        </Menu.Item>
      ) : null}
      {person.isActive ? null : (
        <Menu.Item
          leftSection={<IconUserCheck {...icon} />}
          onClick={() => onTask({ kind: 'reactivate', person })}
        >
          Reactivate
        </Menu.Item>
      )}
    </>
  );
}

function InvitationItems({ invitation, onTask }: Items<{ invitation: Invitation }>) {
  return (
    <>
      <Menu.Item
        leftSection={<IconMail {...icon} />}
        onClick={() => onTask({ kind: 'resend', invitation })}
      >
        Resend
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash {...icon} />}
        onClick={() => onTask({ kind: 'revoke', invitation })}
      >
        Revoke
      </Menu.Item>
    </>
  );
}
