import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { COMMON_ERRORS } from '#domain/common-errors.ts';
import { api } from '#web/lib/api.ts';
import { isRefused, commonError } from '#web/lib/error-messages.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ProjectUnits } from '#web/lib/use-units.ts';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import type { FailedQuery } from '#web/ui/states.tsx';
import { NotAvailable } from './not-available.tsx';
import { SubmissionContent } from './submission-content.tsx';

const InvestorPreview = lazyComponent(() => import('./investor-preview.tsx'), 'InvestorPreview');
const LOADING = <Skeleton height={480} aria-label="Loading week" />;

export function SubmissionScreen() {
  const { projectId = '', submissionId = '' } = useParams({ strict: false });
  const isPreview = useSearch({ strict: false, select: ({ preview }) => preview === true });
  const project = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const submission = useQuery(
    api.submissions.getPublished.queryOptions({ input: { id: submissionId } }),
  );
  const failed = [project, submission].find(
    ({ isError, data, error }) => isError && (!data || isRefused(error)),
  );
  const isElsewhere = submission.data !== undefined && submission.data.projectId !== projectId;
  const error = failed?.error ?? (isElsewhere ? commonError('SUBMISSION_NOT_FOUND') : null);
  if (error) {
    return (
      <SubmissionNotAvailable
        projectId={projectId}
        isPreview={isPreview}
        isProjectMissing={project.isError && isRefused(project.error)}
        query={{ error, refetch: () => Promise.all([project.refetch(), submission.refetch()]) }}
      />
    );
  }
  if (isPreview && project.data && submission.data) {
    return (
      <Suspense fallback={LOADING}>
        <InvestorPreview project={project.data} submission={submission.data} />
      </Suspense>
    );
  }
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.project} params={{ id: projectId }}>
        Back to Project
      </BackLink>
      {project.data && submission.data ? (
        <ProjectUnits value={project.data.units}>
          <SubmissionContent
            key={submissionId}
            project={project.data}
            submission={submission.data}
          />
        </ProjectUnits>
      ) : (
        LOADING
      )}
    </Stack>
  );
}

type SubmissionNotAvailableProps = {
  projectId: string;
  isPreview: boolean;
  isProjectMissing: boolean;
  query: FailedQuery;
};

const missingOf = ({ isPreview, isProjectMissing }: SubmissionNotAvailableProps) => {
  if (!isPreview)
    return COMMON_ERRORS[isProjectMissing ? 'PROJECT_NOT_FOUND' : 'SUBMISSION_NOT_FOUND'][1];
  return isProjectMissing ? 'Project not found' : 'Content not found';
};

function SubmissionNotAvailable(props: SubmissionNotAvailableProps) {
  const { projectId, isPreview, query } = props;
  const title = isPreview ? 'Content Not Available' : 'Week Not Available';
  const failed = isPreview ? 'Failed to load data' : 'Failed to load week details.';
  return (
    <NotAvailable
      title={title}
      failed={failed}
      missing={missingOf(props)}
      query={query}
      action={
        <ButtonLink to={ROUTES.project} params={{ id: projectId }}>
          Back to Project
        </ButtonLink>
      }
    />
  );
}
