import { Checkbox, Text, Button, Group, Stack, Title } from '@mantine/core';
import type { StaffSubmission } from '#domain/submissions.ts';
import { date, dateTime, count, counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, SortedTable } from '#web/ui/data-table.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Sort } from '#web/ui/table-rows.ts';
import { actionsColumn } from '../actions-column.tsx';
import { ClockState } from '../clock/clock-state.tsx';
import { contentTypeLabel } from '../submission-choices.ts';
import { mediaCount } from '../published/submission-contents.ts';
import { SubmissionBadge } from '../submission-badge.tsx';
import classes from './submission-table.module.css';
import { ROW_MARK, type Selection } from './use-selection.ts';
import { IconPlus } from '@tabler/icons-react';
import type { SubmissionGroup } from './use-library.ts';

export type SubmissionTableProps = {
  label: string;
  submissions: readonly StaffSubmission[];
  selection: Selection;
  sort: Sort | undefined;
  /** Whether these are old results shown while new ones load. */
  isStale: boolean;
  onSort: (sort: Sort) => void;
  onDelete: (submission: StaffSubmission) => void;
};

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

function SubmissionTable(props: SubmissionTableProps) {
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

type ProjectGroupProps = Omit<SubmissionTableProps, 'label' | 'submissions'> & {
  group: SubmissionGroup;
  onNew: (projectId: string) => void;
};

export function ProjectGroup({ group, onNew, ...table }: ProjectGroupProps) {
  const { projectId, projectName, companyName, submissions, total, found } = group;
  const { selection } = table;
  const headingId = `project-${projectId}`;
  const ids = submissions.map(({ id }) => id);
  const chosen = ids.filter((id) => selection.chosen.has(id)).length;
  return (
    <Stack component="section" gap="xs" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} id={headingId}>
            <TextLink to={ROUTES.operatorProject} params={{ projectId }} inherit>
              {projectName}
            </TextLink>
          </Title>
          <Text c="dimmed" size="sm" className="tabular">
            {companyName} · {found < total ? `${count(found)} of ` : null}
            {counted(total, 'submission')}
          </Text>
        </div>
        <Group gap="md">
          <Checkbox
            label="Select All"
            aria-label={`Select All in ${projectName}`}
            checked={chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            onChange={() => selection.toggleAll(ids)}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onNew(projectId)}
          >
            New Submission<span className="visually-hidden"> in {projectName}</span>
          </Button>
        </Group>
      </Group>
      <SubmissionTable
        label={`Submissions for ${projectName}`}
        submissions={submissions}
        {...table}
      />
    </Stack>
  );
}
