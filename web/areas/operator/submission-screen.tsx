import { Skeleton, Stack } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage, isRefused } from '#web/lib/error-messages.ts';
import { DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ProjectUnits } from '#web/lib/use-units.ts';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import { EmptyState, type FailedQuery, LoadError } from '#web/ui/states.tsx';
import { SubmissionEditor } from './submission-editor.tsx';

export function SubmissionScreen() {
  const { submissionId = '' } = useParams({ strict: false });
  const submission = useQuery(api.submissions.get.queryOptions({ input: { id: submissionId } }));
  const projectId = submission.data?.projectId;
  const project = useQuery(
    api.projects.get.queryOptions({
      input: { id: projectId ?? '' },
      enabled: projectId !== undefined,
    }),
  );
  const isThere = !isRefused(submission.error) && !project.isPending;
  const known = isThere ? (submission.data ?? null) : null;
  // Rendering the editor is slow while files are uploading.
  const shown = useDeferredValue(known, null);
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.submissions}>Back to Photo Submissions</BackLink>
      {submission.isError && (!submission.data || isRefused(submission.error)) ? (
        <NotLoaded query={submission} />
      ) : null}
      {submission.isPending || (submission.data && project.isPending) || (known && !shown) ? (
        <Skeleton height={480} aria-label="Loading submission" />
      ) : null}
      {known && shown?.id === submissionId ? (
        <ProjectUnits value={project.data?.units ?? 'us'}>
          <SubmissionEditor
            key={submissionId}
            submission={shown}
            timeZone={project.data?.timeZone ?? DEFAULT_TIME_ZONE}
          />
        </ProjectUnits>
      ) : null}
    </Stack>
  );
}

function NotLoaded({ query }: { query: FailedQuery }) {
  if (!isRefused(query.error)) return <LoadError title="Failed to load content" query={query} />;
  return errorCode(query.error) === 'SUBMISSION_IN_BIN' ? (
    <InBin message={errorMessage(query.error)} />
  ) : (
    <NotFound />
  );
}

function InBin({ message }: { message: string }) {
  usePageTitle('Submission deleted');
  return (
    <EmptyState
      icon={IconTrash}
      title="This submission was deleted"
      action={<ButtonLink to={ROUTES.bin}>Go to the Trash</ButtonLink>}
    >
      {message}
    </EmptyState>
  );
}

function NotFound() {
  usePageTitle('Submission not found');
  return (
    <EmptyState
      icon={IconPhoto}
      title="Submission not found"
      action={<ButtonLink to={ROUTES.submissions}>Photo Submissions</ButtonLink>}
    >
      It may have been deleted.
    </EmptyState>
  );
}
