import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { counted, date, dateTime } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { ClockState } from '../clock/clock-state.tsx';
import { contentTypeLabel } from '../content-types.ts';
import { SubmissionBadge } from '../submission-badge.tsx';
import { ROW_MARK, type Selection } from './use-selection.ts';

type SubmissionTableProps = {
  /** What the submissions belong to, for screen readers. */
  label: string;
  submissions: readonly StaffSubmission[];
  selection: Selection;
  onDelete: (submission: StaffSubmission) => void;
};

const COLUMNS: Column<StaffSubmission>[] = [
  {
    key: 'title',
    header: 'Title',
    kind: 'heading',
    sortBy: ({ title }) => title,
    render: (submission) => (
      <>
        <TextLink to={ROUTES.submission} params={{ submissionId: submission.id }}>
          {submission.title}
        </TextLink>
        <Text c="dimmed" size="xs" className="tabular">
          {filesText(submission)}
        </Text>
      </>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    width: 150,
    sortBy: ({ contentType }) => contentTypeLabel(contentType),
    render: ({ contentType }) => contentTypeLabel(contentType),
  },
  {
    key: 'status',
    header: 'Status',
    width: 150,
    sortBy: ({ status }) => status,
    render: ({ status, publishAt, scheduleError, timeZone }) => (
      <>
        <SubmissionBadge status={status} />
        {publishAt ? (
          <Text c="dimmed" size="xs" className="tabular">
            Scheduled for {dateTime(publishAt, timeZone)}
          </Text>
        ) : null}
        {scheduleError ? (
          <Text c="red" size="xs">
            Not published at its time
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'clock',
    header: 'Clock',
    width: 150,
    render: ({ status, clock }) =>
      status === 'archived' && clock.publishedAt === null ? null : <ClockState clock={clock} />,
  },
  {
    key: 'created',
    header: 'Created',
    width: 140,
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt, timeZone }) => date(createdAt, timeZone),
  },
];

/** The submissions of a project, to select, edit and delete. */
export function SubmissionTable({ label, submissions, selection, onDelete }: SubmissionTableProps) {
  const choice: Column<StaffSubmission> = {
    key: 'select',
    header: 'Select',
    width: 80,
    render: ({ id, title }) => (
      <Checkbox
        aria-label={`Select ${title}`}
        {...{ [ROW_MARK]: id }}
        checked={selection.chosen.has(id)}
        onChange={() => undefined}
        onClick={({ shiftKey }) => selection.toggle(id, shiftKey)}
      />
    ),
  };
  const actions: Column<StaffSubmission> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 120,
    render: (submission) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <ButtonLink
          size="compact-sm"
          variant="subtle"
          to={ROUTES.submission}
          params={{ submissionId: submission.id }}
        >
          Edit<span className="visually-hidden"> {submission.title}</span>
        </ButtonLink>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${submission.title}`}
          onClick={() => onDelete(submission)}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  };
  return (
    <DataTable
      label={label}
      columns={[choice, ...COLUMNS, actions]}
      rows={submissions}
      rowKey={({ id }) => id}
    />
  );
}

function filesText({
  photoCount,
  videoCount,
  fileCount,
  processingCount,
  failedCount,
}: StaffSubmission) {
  if (fileCount === 0) return 'No files';
  const others = fileCount - photoCount - videoCount;
  return [
    photoCount > 0 ? counted(photoCount, 'photo') : null,
    videoCount > 0 ? counted(videoCount, 'video') : null,
    others > 0 ? counted(others, 'other file') : null,
    processingCount > 0 ? `${processingCount} processing` : null,
    failedCount > 0 ? `${failedCount} failed` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
