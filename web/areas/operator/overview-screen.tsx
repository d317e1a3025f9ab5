import { Grid, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { Activity, StaffOverview } from '#domain/overview.ts';
import { activityText, actionLabel, actorLabel } from '#web/events/audit/activity-text.ts';
import { UndeliveredMails } from '#web/events/mails/undelivered-mails.tsx';
import { api } from '#web/lib/api.ts';
import { count, counted, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { NewFromCard } from './new-from-card.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { VisitOverviewSection } from '#web/submissions/visits/visit-overview.tsx';
import { ClockSection } from '#web/submissions/clock/clock-record.tsx';
import { OverviewAttention } from './overview-attention.tsx';
import { OverviewSetup } from './overview-setup.tsx';
import classes from './overview-screen.module.css';
import { OverviewSystem, systemHint } from './overview-system.tsx';

const POLL_MS = 30_000;

export function OverviewScreen() {
  const query = useQuery(
    api.overview.staff.queryOptions({
      refetchInterval: POLL_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const { data: overview } = query;
  return (
    <Page title="Overview" subtitle="Needs attention and system status" actions={<NewFromCard />}>
      {query.isError && !overview ? (
        <LoadError title="Failed to load the overview" query={query} />
      ) : (
        <Cards overview={overview} />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="lg">
            <ErrorBoundaries>
              {overview ? <Work overview={overview} /> : <Pending query={query} />}
            </ErrorBoundaries>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="lg">
            <ErrorBoundaries>
              <OverviewSystem
                health={query.isError ? undefined : overview?.system}
                isFetched={query.isError}
              />
              {overview ? (
                <RecentActivity activity={overview.activity} />
              ) : (
                <Pending query={query} />
              )}
            </ErrorBoundaries>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

const Pending = ({ query }: { query: { isError: boolean } }) =>
  query.isError ? null : <Skeleton height={240} aria-label="Loading the overview" />;

function Work({ overview }: { overview: StaffOverview }) {
  const now = useNow();
  return (
    <ErrorBoundaries>
      <OverviewSetup setup={overview.setup} />
      <VisitOverviewSection visits={overview.visits} />
      <OverviewAttention overview={overview} now={now} />
      {overview.attention.undeliveredMails > 0 ? <UndeliveredMails /> : null}
      <ClockSection record={overview.clocks.record} />
    </ErrorBoundaries>
  );
}

function Cards({ overview }: { overview: StaffOverview | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard
        label="Clients"
        value={overview?.clients}
        hint="active accounts"
        to={ROUTES.clients}
      />
      <StatCard
        label="Content"
        value={overview?.submissions}
        hint={overview ? `submissions, ${counted(overview.drafts, 'draft')}` : ' '}
        to={ROUTES.submissions}
      />
      <StatCard
        label="Files"
        value={overview?.files}
        hint={overview ? filesHint(overview) : ' '}
        to={ROUTES.files}
      />
      <StatCard
        label="System"
        value={overview && (overview.system.ok ? 'Online' : 'Degraded')}
        hint={overview ? systemHint(overview.system) : ' '}
        to={ROUTES.operator}
        hash="system"
      />
    </SimpleGrid>
  );
}

function filesHint({ storageBytes, processing, failed }: StaffOverview): ReactNode {
  const size = byteSize(storageBytes);
  const work = processing > 0 ? `${size}, ${count(processing)} processing` : size;
  if (failed === 0) return work;
  return (
    <>
      {work},{' '}
      <TextLink to={ROUTES.operator} hash="attention" inherit>
        {count(failed)} failed
      </TextLink>
    </>
  );
}

function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Section
      title="Recent Activity"
      action={
        <TextLink className="screen-only" to={ROUTES.audit}>
          Audit Log
        </TextLink>
      }
    >
      {activity.length === 0 ? <Text c="dimmed">No activity yet.</Text> : null}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {activity.map((entry) => (
          <ActivityItem key={entry.id} entry={entry} />
        ))}
      </Stack>
    </Section>
  );
}

function ActivityItem({ entry }: { entry: Activity }) {
  const [verb, subject] = activityText(entry) ?? [
    `· ${actionLabel(entry.action)}`,
    entry.subject.name,
  ];
  return (
    <li className={classes.activity}>
      <Text>
        {actorLabel(entry.actor)} {verb} <strong>{subject}</strong>
      </Text>
      <Text c="dimmed" size="xs" className="tabular">
        {dateTime(entry.at, DEFAULT_TIME_ZONE)}
      </Text>
    </li>
  );
}
