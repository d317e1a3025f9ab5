import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type GivenUpJob, jobLabel } from '#domain/system.ts';
import { api } from '#web/lib/api.ts';
import { counted, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { RetryCard } from '#web/ui/retry-card.tsx';
import { toast } from '#web/ui/toast.ts';
import { askAnew } from './ask-anew.ts';

/** The jobs that are not tried again by themselves, with why and a way to try again. */
export function GivenUpJobs({ jobs }: { jobs: readonly GivenUpJob[] }) {
  if (jobs.length === 0) return <Text c="dimmed">No jobs failed in the last day.</Text>;
  return (
    <Stack gap="sm">
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </Stack>
  );
}

function JobCard({ job }: { job: GivenUpJob }) {
  const queryClient = useQueryClient();
  const retry = useMutation(
    api.system.retryJob.mutationOptions({
      onSettled: () => askAnew(queryClient),
      onSuccess: () => toast.success('The job is being tried again'),
      onError: (error) => toast.failure('Failed to try the job again', error),
    }),
  );
  return (
    <RetryCard
      label="Try Again"
      of={job.file?.name ?? jobLabel(job.name)}
      isBusy={retry.isPending}
      onRetry={() => retry.mutate({ id: job.id })}
    >
      <Text fw={500}>{jobLabel(job.name)}</Text>
      <FileOfJob file={job.file} />
      <Text c="dimmed" size="sm">
        Tried {counted(job.tries, 'time')}, last {dateTime(job.givenUpAt, DEFAULT_TIME_ZONE)}:{' '}
        {job.error}
      </Text>
    </RetryCard>
  );
}

function FileOfJob({ file }: Pick<GivenUpJob, 'file'>) {
  if (!file) return null;
  const { submissionId } = file;
  if (submissionId === null) return <Text>{file.name}</Text>;
  return (
    <TextLink to={ROUTES.submission} params={{ submissionId }}>
      {file.name}
    </TextLink>
  );
}
