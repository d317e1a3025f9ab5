import { Badge, Text } from '@mantine/core';
import { roleLabel } from '#domain/roles.ts';
import { DEFAULT_TIME_ZONE, date } from '#web/lib/formats.ts';
import type { ListChoice } from '#web/lib/list-choice.ts';
import { type Column, PagedTable } from '#web/ui/data-table.tsx';
import { obstacleMessage, type PeopleRow, type PeopleView } from './people-list.ts';
import { PersonMenu, type PersonTask } from './person-menu.tsx';

const STATUS = {
  active: { label: 'Active', color: 'green' },
  deactivated: { label: 'Deactivated', color: 'gray' },
  invited: { label: 'Invited', color: 'blue' },
  expired: { label: 'Expired', color: 'yellow' },
  blocked: { label: 'Blocked', color: 'yellow' },
} as const;

const name: Column<PeopleRow> = {
  key: 'name',
  header: 'Name',
  kind: 'heading',
  width: 180,
  isSortable: true,
  render: (row) => <Text fw={500}>{row.name}</Text>,
};

const contact: Column<PeopleRow>[] = [
  {
    key: 'email',
    header: 'Email',
    width: 220,
    isSortable: true,
    isName: true,
    render: ({ email, isUnverified }) => (
      <>
        {email}
        {isUnverified ? (
          <Text c="dimmed" size="xs">
            Not verified
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'phone',
    header: 'Phone',
    width: 150,
    isSortable: true,
    isName: true,
    render: ({ phone }) => phone ?? '–',
  },
];

const company: Column<PeopleRow> = {
  key: 'company',
  header: 'Company',
  isName: true,
  isSortable: true,
  render: ({ companyName, companyCode, role }) =>
    companyName ? (
      <>
        {companyName}
        <Text c="dimmed" size="xs" className="tabular">
          {companyCode}
        </Text>
      </>
    ) : role === 'client' ? (
      '–'
    ) : (
      roleLabel(role)
    ),
};

const role: Column<PeopleRow> = {
  key: 'role',
  header: 'Role',
  width: 160,
  isSortable: true,
  render: (row) => roleLabel(row.role),
};

const registered: Column<PeopleRow> = {
  key: 'registered',
  header: 'Registration Date',
  width: 170,
  isSortable: true,
  render: ({ registeredAt }) => (registeredAt ? date(registeredAt, DEFAULT_TIME_ZONE) : '–'),
};

const status: Column<PeopleRow> = {
  key: 'status',
  header: 'Status',
  width: 130,
  isSortable: true,
  render: ({ status: state, invitation }) => (
    <>
      <Badge color={STATUS[state].color}>{STATUS[state].label}</Badge>
      {invitation ? (
        <Text c="dimmed" size="xs" className="tabular">
          {obstacleMessage(invitation) ?? `until ${date(invitation.expiresAt, DEFAULT_TIME_ZONE)}`}
        </Text>
      ) : null}
    </>
  ),
};

type PeopleTableProps = {
  view: PeopleView;
  rows: readonly PeopleRow[];
  found: number;
  choice: ListChoice;
  isStale: boolean;
  onChoice: (changes: Pick<ListChoice, 'sort' | 'page'>) => void;
  onTask: (task: PersonTask) => void;
};

export function PeopleTable({ view, onTask, ...list }: PeopleTableProps) {
  const actions: Column<PeopleRow> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 96,
    render: (row) => <PersonMenu row={row} onTask={onTask} />,
  };
  const dates = view === 'invited' ? [] : [registered];
  const columns = [name, ...contact, view === 'staff' ? role : company, ...dates, status, actions];
  return <PagedTable label="Clients" columns={columns} rowKey={({ id }) => id} {...list} />;
}
