import { Badge, Text } from '@mantine/core';
import { roleLabel } from '#domain/roles.ts';
import { DEFAULT_TIME_ZONE, date } from '#web/lib/formats.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import type { PeopleFilter, PeopleRow } from './people-list.ts';
import { PersonMenu, type PersonTask } from './person-menu.tsx';

const STATUS = {
  active: { label: 'Active', color: 'green' },
  deactivated: { label: 'Deactivated', color: 'gray' },
  invited: { label: 'Invited', color: 'blue' },
  expired: { label: 'Expired', color: 'yellow' },
} as const;

const name: Column<PeopleRow> = {
  key: 'name',
  header: 'Name',
  kind: 'heading',
  width: 180,
  sortBy: (row) => row.name,
  render: (row) => <Text fw={500}>{row.name}</Text>,
};

const contact: Column<PeopleRow>[] = [
  {
    key: 'email',
    header: 'Email',
    sortBy: ({ email }) => email,
    render: ({ email, isUnverified }) => (
      <>
        <span style={{ overflowWrap: 'anywhere' }}>{email}</span>
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
    sortBy: ({ phone }) => phone,
    render: ({ phone }) => <span style={{ whiteSpace: 'nowrap' }}>{phone ?? '–'}</span>,
  },
];

const company: Column<PeopleRow> = {
  key: 'company',
  header: 'Company',
  sortBy: ({ companyName, role }) => companyName ?? roleLabel(role),
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
  sortBy: (row) => roleLabel(row.role),
  render: (row) => roleLabel(row.role),
};

const rest: Column<PeopleRow>[] = [
  {
    key: 'registered',
    header: 'Registration Date',
    width: 170,
    sortBy: ({ registeredAt }) => registeredAt,
    render: ({ registeredAt }) => (registeredAt ? date(registeredAt, DEFAULT_TIME_ZONE) : '–'),
  },
  {
    key: 'status',
    header: 'Status',
    width: 130,
    sortBy: ({ status }) => STATUS[status].label,
    render: ({ status, invitation }) => (
      <>
        <Badge color={STATUS[status].color}>{STATUS[status].label}</Badge>
        {invitation ? (
          <Text c="dimmed" size="xs" className="tabular">
            until {date(invitation.expiresAt, DEFAULT_TIME_ZONE)}
          </Text>
        ) : null}
      </>
    ),
  },
];

type PeopleTableProps = {
  filter: PeopleFilter;
  rows: readonly PeopleRow[];
  onTask: (task: PersonTask) => void;
};

/** People and invitations, with everything that can be done to them. */
export function PeopleTable({ filter, rows, onTask }: PeopleTableProps) {
  const actions: Column<PeopleRow> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 64,
    render: (row) => <PersonMenu row={row} onTask={onTask} />,
  };
  const columns = [name, ...contact, filter === 'staff' ? role : company, ...rest, actions];
  return <DataTable label="Clients" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
