import { Button, Text } from '@mantine/core';
import type { StaffSubmission, SubmissionStatus } from '#domain/submissions.ts';
import { counted, date } from '#web/lib/formats.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { actionsColumn } from '../actions-column.tsx';
import { SubmissionBadge } from '../submission-badge.tsx';

const COLUMNS: Column<StaffSubmission>[] = [
  {
    key: 'title',
    header: 'Title',
    kind: 'heading',
    sortBy: ({ title }) => title,
    render: ({ title, summary }) => (
      <>
        <Text fw={500}>{title}</Text>
        {summary ? (
          <Text c="dimmed" size="xs" lineClamp={2}>
            {summary}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'project',
    header: 'Project',
    isName: true,
    width: 220,
    sortBy: ({ projectName }) => projectName,
    render: ({ projectName, companyName }) => (
      <>
        {projectName}
        <Text c="dimmed" size="xs">
          {companyName}
        </Text>
      </>
    ),
  },
  {
    key: 'videos',
    header: 'Videos',
    width: 140,
    sortBy: ({ videoCount }) => videoCount,
    render: ({ videoCount, processingCount, failedCount }) => (
      <>
        {counted(videoCount, 'video')}
        {processingCount > 0 ? (
          <Text c="dimmed" size="xs">
            {processingCount} processing
          </Text>
        ) : null}
        {failedCount > 0 ? (
          <Text c="red" size="xs">
            {failedCount} failed
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 120,
    sortBy: ({ status }) => status,
    render: ({ status }) => <SubmissionBadge status={status} />,
  },
  {
    key: 'created',
    header: 'Created',
    width: 130,
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt, timeZone }) => date(createdAt, timeZone),
  },
];

type VideoTableProps = {
  submissions: readonly StaffSubmission[];
  onEdit: (submission: StaffSubmission) => void;
  onDelete: (submission: StaffSubmission) => void;
};

export function VideoTable({ submissions, onEdit, onDelete }: VideoTableProps) {
  const actions = actionsColumn(
    (submission, text) => (
      <Button size="compact-sm" variant="subtle" onClick={() => onEdit(submission)}>
        {text}
      </Button>
    ),
    onDelete,
  );
  return (
    <DataTable
      label="Video submissions"
      columns={[...COLUMNS, actions]}
      rows={submissions}
      rowKey={({ id }) => id}
    />
  );
}

export type VideoChoice = { search: string; status: SubmissionStatus | 'all' };

/** Matches the search against title, project and company. Sorts by company and project. */
export const findVideos = (
  submissions: readonly StaffSubmission[],
  { search, status }: VideoChoice,
): StaffSubmission[] => {
  const wanted = search.trim().toLowerCase();
  return submissions
    .filter(
      ({ title, projectName, companyName, status: own }) =>
        (status === 'all' || own === status) &&
        `${title}\n${projectName}\n${companyName}`.toLowerCase().includes(wanted),
    )
    .toSorted(
      (a, b) =>
        a.companyName.localeCompare(b.companyName, 'en') ||
        a.projectName.localeCompare(b.projectName, 'en', { numeric: true }),
    );
};
