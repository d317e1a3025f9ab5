import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClockOverview as Clocks } from '#domain/overview.ts';
import { PROMISED_HOURS, readClock, WARNING_HOURS } from '#domain/publication-clock.ts';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { ClockRecordChart } from './clock-record.tsx';
import { ClockState } from './clock-state.tsx';

const EVERY_MILLISECONDS = 60_000;

/** The drafts whose promised hours are over or soon will be, and how the promise was kept. */
export function ClockOverview() {
  const query = useQuery(api.overview.clocks.queryOptions({ refetchInterval: EVERY_MILLISECONDS }));
  return (
    <Stack component="section" gap="md" aria-labelledby="clocks">
      <Title order={2} id="clocks">
        36-Hour Clock
      </Title>
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the clocks" query={query} />
      ) : query.data ? (
        <Content {...query.data} />
      ) : (
        <Skeleton height={160} />
      )}
    </Stack>
  );
}

function Content({ drafts, record }: Clocks) {
  const now = useNow();
  const isLate = ({ clock }: Clocks['drafts'][number]) => readClock(clock, now)?.state === 'late';
  return (
    <>
      <Drafts title={`Over ${PROMISED_HOURS} hours`} drafts={drafts.filter(isLate)} />
      <Drafts
        title={`Over ${WARNING_HOURS} hours`}
        drafts={drafts.filter((draft) => !isLate(draft))}
      />
      {drafts.length === 0 ? <Text c="dimmed">No draft is over {WARNING_HOURS} hours.</Text> : null}
      <ClockRecordChart record={record} />
    </>
  );
}

function Drafts({ title, drafts }: { title: string; drafts: Clocks['drafts'] }) {
  if (drafts.length === 0) return null;
  return (
    <Card padding="md">
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {drafts.map(({ id, title: name, projectName, clock }) => (
          <Group key={id} component="li" justify="space-between" gap="xs">
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <TextLink to={ROUTES.submission} params={{ submissionId: id }}>
                {name}
              </TextLink>
              <Text c="dimmed" size="sm">
                {projectName}
              </Text>
            </div>
            <ClockState clock={clock} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
