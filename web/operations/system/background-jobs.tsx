import { Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { askAnew } from './ask-anew.ts';
import { GivenUpJobs } from './given-up-jobs.tsx';
import { JobTable } from './job-table.tsx';

const EVERY_MILLISECONDS = 10_000;

/** What runs in the background, and what failed there. */
export function BackgroundJobs() {
  const query = useQuery(api.system.read.queryOptions({ refetchInterval: EVERY_MILLISECONDS }));
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load the background jobs" query={query} />;
  }
  return (
    <Stack gap="lg">
      <Section
        title="Failed Jobs"
        id="failed-jobs"
        action={query.data && query.data.givenUp.length > 1 ? <TryAllAgain /> : null}
      >
        {query.data ? <GivenUpJobs jobs={query.data.givenUp} /> : <Skeleton height={64} />}
      </Section>
      <Section title="Background Jobs">
        {query.data ? <JobTable jobs={query.data.jobs} /> : <Skeleton height={320} />}
      </Section>
    </Stack>
  );
}

/** Once the cause is gone, such as a full disk. */
function TryAllAgain() {
  const queryClient = useQueryClient();
  const retry = useMutation(
    api.system.retryAllJobs.mutationOptions({
      onSettled: () => askAnew(queryClient),
      onSuccess: ({ count }) => toast.success(`Trying ${counted(count, 'job')} again`),
      onError: (error) => toast.failure('Failed to try the jobs again', error),
    }),
  );
  return (
    <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate({})}>
      Try All Again
    </Button>
  );
}
