import { Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { counted, count, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { jobLabel, type SystemState, type GivenUpJob } from '#domain/system.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { RetryCard } from '#web/ui/retry-card.tsx';

const POLL_MS = 10_000;

export function BackgroundJobs() {
  const query = useQuery(api.system.read.queryOptions({ refetchInterval: POLL_MS }));
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load the background jobs" query={query} />;
  }
  return (
    <Stack gap="lg">
      <Section
        title="Failed Jobs"
        id="failed-jobs"
        action={query.data && query.data.givenUp.length > 1 ? <RetryAllButton /> : null}
      >
        {query.data ? <FailedJobs jobs={query.data.givenUp} /> : <Skeleton height={64} />}
      </Section>
      <Section title="Background Jobs">
        {query.data ? <JobTable jobs={query.data.jobs} /> : <Skeleton height={320} />}
      </Section>
    </Stack>
  );
}

function RetryAllButton() {
  const queryClient = useQueryClient();
  const retry = useMutation(
    api.system.retryAllJobs.mutationOptions({
      onSettled: () => refreshJobs(queryClient),
      onSuccess: (retried) => toast.success(`Retrying ${counted(retried.count, 'job')}`),
      onError: (error) => toast.failure('Failed to retry the jobs', error),
    }),
  );
  return (
    <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate({})}>
      Try All Again
    </Button>
  );
}

function JobTable({ jobs }: Pick<SystemState, 'jobs'>) {
  return (
    <Table aria-label="Background jobs" horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Job</Table.Th>
          <Table.Th scope="col" ta="end">
            Waiting
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Running
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Failed
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map((job) => (
          <Table.Tr key={job.name}>
            <Table.Th scope="row" fw={500}>
              {jobLabel(job.name)}
              {job.waitingSince ? (
                <Text c="dimmed" size="sm">
                  Waiting since {dateTime(job.waitingSince, DEFAULT_TIME_ZONE)}
                </Text>
              ) : null}
            </Table.Th>
            <Table.Td ta="end">{count(job.waiting)}</Table.Td>
            <Table.Td ta="end">{count(job.running)}</Table.Td>
            <Table.Td ta="end" c={job.givenUp > 0 ? 'red' : undefined}>
              {count(job.givenUp)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Reloads the jobs and the system status, which counts failed ones. */
const refreshJobs = (queryClient: QueryClient) =>
  Promise.all(
    [api.system.key(), api.health.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

function FailedJobs({ jobs }: { jobs: readonly GivenUpJob[] }) {
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
      onSettled: () => refreshJobs(queryClient),
      onSuccess: () => toast.success('Retrying the job'),
      onError: (error) => toast.failure('Failed to retry the job', error),
    }),
  );
  return (
    <RetryCard
      label="Try Again"
      subjectName={job.file?.name ?? jobLabel(job.name)}
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
