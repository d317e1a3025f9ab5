import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconDots,
  IconEye,
  IconPencil,
  IconPhotoPlus,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { Project } from '#domain/projects.ts';
import { count, date } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { StaffStatusBadge } from './status-badge.tsx';

type ProjectTableProps = {
  projects: readonly Project[];
  /** Of several companies, which are then named. */
  withCompany: boolean;
  onNewSubmission: (project: Project) => void;
  /** As its clients see it. */
  onView: (project: Project) => void;
  onEdit: (project: Project) => void;
  onTeam: (project: Project) => void;
  onDelete: (project: Project) => void;
};

const NAME: Column<Project> = {
  key: 'name',
  header: 'Project',
  kind: 'heading',
  sortBy: ({ name }) => name,
  render: ({ id, name, address }) => (
    <>
      <TextLink to={ROUTES.operatorProject} params={{ projectId: id }}>
        {name}
      </TextLink>
      {address ? (
        <Text c="dimmed" size="xs">
          {address}
        </Text>
      ) : null}
    </>
  ),
};

const COMPANY: Column<Project> = {
  key: 'company',
  header: 'Company',
  sortBy: ({ companyName }) => companyName,
  render: ({ companyName }) => companyName ?? '–',
};

const COLUMNS: Column<Project>[] = [
  {
    key: 'status',
    header: 'Status',
    width: 120,
    sortBy: ({ status }) => status,
    render: ({ status }) => <StaffStatusBadge status={status} />,
  },
  {
    key: 'startDate',
    header: 'Start Date',
    width: 140,
    sortBy: ({ startDate }) => startDate,
    render: ({ startDate, timeZone }) => (startDate ? date(startDate, timeZone) : '–'),
  },
  {
    key: 'estimatedCompletionDate',
    header: 'Est. Completion',
    width: 160,
    sortBy: ({ estimatedCompletionDate }) => estimatedCompletionDate,
    render: ({ estimatedCompletionDate, timeZone }) =>
      estimatedCompletionDate ? date(estimatedCompletionDate, timeZone) : '–',
  },
  {
    key: 'submissions',
    header: 'Published',
    width: 130,
    align: 'end',
    sortBy: ({ submissionCount }) => submissionCount,
    render: ({ submissionCount }) => count(submissionCount),
  },
];

export function ProjectTable(props: ProjectTableProps) {
  const { projects, withCompany, onNewSubmission, onView, onEdit, onTeam, onDelete } = props;
  const actions: Column<Project> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 96,
    render: (project) => (
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${project.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => onNewSubmission(project)}
          >
            New Submission
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
            onClick={() => onView(project)}
          >
            Client View
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={() => onEdit(project)}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUsers size={16} stroke={1.75} aria-hidden />}
            onClick={() => onTeam(project)}
          >
            Team
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => onDelete(project)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  };
  return (
    <DataTable
      label="Projects"
      columns={[NAME, ...(withCompany ? [COMPANY] : []), ...COLUMNS, actions]}
      rows={projects}
      rowKey={({ id }) => id}
    />
  );
}
