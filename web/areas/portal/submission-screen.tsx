import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ERRORS } from '#domain/errors.ts';
import { api } from '#web/lib/api.ts';
import { isRefused, refusal } from '#web/lib/error-messages.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page.tsx';
import type { FailedQuery } from '#web/ui/states.tsx';
import { NotAvailable } from './not-available.tsx';
import { SubmissionContent } from './submission-content.tsx';

/** One published submission, a week of the project; or why it cannot be shown. */
export function SubmissionScreen() {
  const { projectId = '', submissionId = '' } = useParams({ strict: false });
  const project = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const submission = useQuery(
    api.submissions.getPublished.queryOptions({ input: { id: submissionId } }),
  );
  const failed = [project, submission].find(
    ({ isError, data, error }) => isError && (!data || isRefused(error)),
  );
  const isElsewhere = submission.data !== undefined && submission.data.projectId !== projectId;
  const error = failed?.error ?? (isElsewhere ? refusal('SUBMISSION_NOT_FOUND') : null);
  if (error) {
    return (
      <SubmissionNotAvailable
        projectId={projectId}
        isProjectMissing={project.isError && isRefused(project.error)}
        query={{ error, refetch: () => Promise.all([project.refetch(), submission.refetch()]) }}
      />
    );
  }
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.project} params={{ id: projectId }} className="screen-only">
        Back to Project
      </BackLink>
      {project.data && submission.data ? (
        <SubmissionContent key={submissionId} project={project.data} submission={submission.data} />
      ) : (
        <Skeleton height={480} aria-label="Loading week" />
      )}
    </Stack>
  );
}

type WeekNotAvailableProps = {
  projectId: string;
  isProjectMissing: boolean;
  query: FailedQuery;
};

function SubmissionNotAvailable(props: WeekNotAvailableProps) {
  const { projectId, isProjectMissing, query } = props;
  usePageTitle('Week Not Available');
  return (
    <NotAvailable
      title={isRefused(query.error) ? 'Week Not Available' : 'Failed to load week details.'}
      missing={ERRORS[isProjectMissing ? 'PROJECT_NOT_FOUND' : 'SUBMISSION_NOT_FOUND'][1]}
      query={query}
      action={
        <ButtonLink to={ROUTES.project} params={{ id: projectId }}>
          Back to Project
        </ButtonLink>
      }
    />
  );
}
