import { Checkbox, Text } from '@mantine/core';
import type { StaffSubmission } from '#domain/submissions.ts';
import { date, dateTime } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, SortedTable } from '#web/ui/data-table.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Sort } from '#web/ui/table-rows.ts';
import { actionsColumn } from '../actions-column.tsx';
import { ClockState } from '../clock/clock-state.tsx';
import { contentTypeLabel } from '../content-types.ts';
import { mediaCount } from '../published/media-count.ts';
import { SubmissionBadge } from '../submission-badge.tsx';
import classes from './submission-table.module.css';
import { ROW_MARK, type Selection } from './use-selection.ts';

export type SubmissionTableProps = {
  /** What the submissions belong to, for screen readers. */
  label: string;
  submissions: readonly StaffSubmission[];
  selection: Selection;
  sort: Sort | undefined;
  /** Whether others have been asked for and these stand in their place. */
  isStale: boolean;
  onSort: (sort: Sort) => void;
  onDelete: (submission: StaffSubmission) => void;
};

/** Leads to the submission, and says how much it has. */
export function SubmissionTitle({ submission }: { submission: StaffSubmission }) {
  return (
    <>
      <TextLink to={ROUTES.submission} params={{ submissionId: submission.id }}>
        {submission.title}
      </TextLink>
      <Text c="dimmed" size="xs" className="tabular">
        {mediaCount(submission)}
      </Text>
    </>
  );
}

const COLUMNS: Column<StaffSubmission>[] = [
  {
    key: 'title',
    header: 'Title',
    kind: 'heading',
    isSortable: true,
    render: (submission) => (
      <div className={classes.title}>
        <div className={classes.cover}>
          <Picture picture={submission.cover} alt="" sizes="4.5rem" ratio={3 / 2} />
        </div>
        <div>
          <SubmissionTitle submission={submission} />
        </div>
      </div>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    width: 150,
    isSortable: true,
    render: ({ contentType }) => contentTypeLabel(contentType),
  },
  {
    key: 'status',
    header: 'Status',
    width: 150,
    isSortable: true,
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
            Not published on schedule
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
    isSortable: true,
    render: ({ createdAt, timeZone }) => date(createdAt, timeZone),
  },
];

/** The submissions of a project, to select, edit and delete. */
export function SubmissionTable(props: SubmissionTableProps) {
  const { label, submissions, selection, sort, isStale, onSort, onDelete } = props;
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
  const actions = actionsColumn(
    ({ id }, text) => (
      <ButtonLink
        size="compact-sm"
        variant="subtle"
        to={ROUTES.submission}
        params={{ submissionId: id }}
      >
        {text}
      </ButtonLink>
    ),
    onDelete,
  );
  return (
    <SortedTable
      label={label}
      columns={[choice, ...COLUMNS, actions]}
      rows={submissions}
      rowKey={({ id }) => id}
      sort={sort}
      isStale={isStale}
      onSort={onSort}
    />
  );
}
