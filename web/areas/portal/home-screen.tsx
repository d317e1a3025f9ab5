import { Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ClientOverview } from '#domain/overview.ts';
import { NoProjects } from '#web/features/projects/no-projects.tsx';
import { ProjectCard } from '#web/features/projects/project-card.tsx';
import { SubmissionRow } from '#web/features/projects/submission-row.tsx';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Parts } from '#web/ui/error-boundary.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import classes from './home-screen.module.css';

const UPDATES = { name: 'updates', first: 6, more: 12 };

/** The portal's first screen: how many projects, what is new this week, and the latest projects. */
export function HomeScreen() {
  const query = useQuery(api.overview.client.queryOptions());
  return (
    <Page title="Dashboard" subtitle="What changed on your construction sites">
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the dashboard" query={query} />
      ) : (
        <Overview overview={query.data} />
      )}
    </Page>
  );
}

function Overview({ overview }: { overview: ClientOverview | undefined }) {
  return (
    <Stack gap="xl">
      <div className={classes.cards}>
        <StatCard label="Active Projects" value={overview?.activeProjects} />
        <StatCard label="Total Projects" value={overview?.totalProjects} />
        <StatCard label="This Week" value={overview?.thisWeek.length} />
        <Card p={{ base: 'sm', xs: 'md' }}>
          <Text component="h2" c="dimmed" fw={500} fz={{ base: 'xs', xs: 'sm' }} mb="auto">
            Quick Access
          </Text>
          <Group gap="md">
            <TextLink to={ROUTES.map}>View Map</TextLink>
            <TextLink to={ROUTES.sharing}>Share a Project</TextLink>
          </Group>
        </Card>
      </div>
      <Parts>{overview ? <Content overview={overview} /> : <Skeletons />}</Parts>
    </Stack>
  );
}

function Content({ overview }: { overview: ClientOverview }) {
  if (overview.totalProjects === 0) return <NoProjects />;
  return (
    <Parts>
      <Stack component="section" gap="md" aria-labelledby="updates">
        <Title order={2} id="updates">
          Updates This Week
        </Title>
        <Updates thisWeek={overview.thisWeek} />
      </Stack>
      <Stack component="section" gap="md" aria-labelledby="recent">
        <Group justify="space-between">
          <Title order={2} id="recent">
            Recent Projects
          </Title>
          <TextLink to={ROUTES.projects}>View All</TextLink>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
          <Parts>
            {overview.recentProjects.slice(0, 3).map((project) => (
              <ProjectCard key={project.id} project={project} isEager />
            ))}
          </Parts>
        </SimpleGrid>
      </Stack>
    </Parts>
  );
}

function Updates({ thisWeek }: Pick<ClientOverview, 'thisWeek'>) {
  const { shown, total, showMore } = useShowMore(thisWeek, UPDATES);
  if (total === 0) {
    return (
      <EmptyState icon={IconCalendarWeek} title="No Updates Yet">
        New submissions appear here when they are published.
      </EmptyState>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <Parts>
          {shown.map((submission) => (
            <SubmissionRow key={submission.id} submission={submission} />
          ))}
        </Parts>
      </SimpleGrid>
      <ShowMore label="Show More Updates" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}

function Skeletons() {
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="lg"
      component="section"
      aria-busy
      aria-label="Loading"
    >
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={290} />
      ))}
    </SimpleGrid>
  );
}
