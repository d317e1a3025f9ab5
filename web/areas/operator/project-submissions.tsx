import { IconPhotoPlus } from '@tabler/icons-react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { ClockState } from '#web/submissions/clock/clock-state.tsx';
import { SubmissionTitle } from '#web/submissions/library/submission-table.tsx';
import { SubmissionBadge } from '#web/submissions/submission-badge.tsx';
import { date } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const dayOf = (submission: StaffSubmission) => documentedDay(submission, submission.timeZone);

const COLUMNS: Column<StaffSubmission>[] = [
  {
    key: 'title',
    header: 'Title',
    kind: 'heading',
    sortBy: ({ title }) => title,
    render: (submission) => <SubmissionTitle submission={submission} />,
  },
  {
    key: 'date',
    header: 'Date',
    width: 130,
    sortBy: dayOf,
    render: (submission) => date(dayOf(submission), submission.timeZone),
  },
  {
    key: 'status',
    header: 'Status',
    width: 120,
    sortBy: ({ status }) => status,
    render: ({ status }) => <SubmissionBadge status={status} />,
  },
  {
    key: 'clock',
    header: 'Clock',
    width: 150,
    render: ({ status, clock }) =>
      status === 'archived' && clock.publishedAt === null ? null : <ClockState clock={clock} />,
  },
];

type ProjectSubmissionsProps = { projectId: string; submissions: readonly StaffSubmission[] };

/** Everything that was documented of a project, published or not. */
export function ProjectSubmissions({ projectId, submissions }: ProjectSubmissionsProps) {
  if (submissions.length === 0) {
    return (
      <EmptyState
        icon={IconPhotoPlus}
        title="No submissions yet"
        action={
          <ButtonLink to={ROUTES.submissions} search={{ new: projectId }}>
            New Submission
          </ButtonLink>
        }
      >
        A submission is one visit to a site, with its photos, videos and maps.
      </EmptyState>
    );
  }
  return (
    <DataTable label="Submissions" columns={COLUMNS} rows={submissions} rowKey={({ id }) => id} />
  );
}
