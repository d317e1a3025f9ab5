import { Text } from '@mantine/core';
import { ActionsMenu } from '#web/ui/actions-menu.tsx';
import { IconEye, IconPencil, IconPhotoPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import type { Project } from '#domain/projects.ts';
import { count, date } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { StaffStatusBadge } from './status-badge.tsx';

type ProjectTableProps = {
  projects: readonly Project[];
  withCompany: boolean;
  onNewSubmission: (project: Project) => void;
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
      <ActionsMenu
        width={180}
        name={project.name}
        actions={[
          { label: 'New Submission', Icon: IconPhotoPlus, run: () => onNewSubmission(project) },
          { label: 'Client View', Icon: IconEye, run: () => onView(project) },
          { label: 'Edit', Icon: IconPencil, run: () => onEdit(project) },
          { label: 'Team', Icon: IconUsers, run: () => onTeam(project) },
          { label: 'Delete', Icon: IconTrash, color: 'red', run: () => onDelete(project) },
        ]}
      />
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
