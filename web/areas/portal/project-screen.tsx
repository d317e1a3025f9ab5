import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconColumns2, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { ProjectDetails } from '#web/projects/project-facts.tsx';
import { StatusBadge } from '#web/projects/status-badge.tsx';
import {
  DriveFolders,
  SubmissionTimeline,
  SubmissionButtons,
} from '#web/submissions/published/submission-timeline.tsx';
import { FirstLook } from '#web/viewpoints/first-look/first-look.tsx';
import {
  comparisonOpening,
  type FirstLookOptions,
  useFirstLook,
} from '#web/viewpoints/first-look/use-first-look.ts';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ProjectUnits } from '#web/lib/use-units.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { BackLink, ButtonLink, TextLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { NextFlight } from '#web/submissions/visits/next-flight.tsx';
import { canCompare } from '#web/submissions/published/submission-contents.ts';
import { NotAvailable } from './not-available.tsx';
import { ProjectMedia } from './project-media.tsx';
import classes from './project-screen.module.css';
import { SubmissionViewer } from './submission-viewer.tsx';

const ProjectTimelapse = lazyComponent(
  () => import('#web/viewpoints/viewpoint-cards.tsx'),
  'ProjectTimelapse',
);

export function ProjectScreen() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(api.projects.get.queryOptions({ input: { id } }));
  const isGone = query.isError && (!query.data || isRefused(query.error));
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.projects}>Back to Projects</BackLink>
      {query.isPending ? <ProjectSkeleton /> : null}
      {isGone ? <ProjectNotFound query={query} /> : null}
      {query.data && !isGone ? (
        <ProjectUnits value={query.data.units}>
          <ProjectContent key={id} project={query.data} />
        </ProjectUnits>
      ) : null}
    </Stack>
  );
}

type FailedQuery = { error: unknown; refetch: () => Promise<unknown> };

function ProjectNotFound({ query }: { query: FailedQuery }) {
  return (
    <NotAvailable
      title="Project Not Found"
      missing="This project doesn't exist, or you don't have access to it."
      query={query}
    />
  );
}

function ProjectContent({ project }: { project: Project }) {
  usePageTitle(project.name);
  const query = useQuery(
    api.submissions.listPublished.queryOptions({ input: { projectId: project.id } }),
  );
  const submissions = query.data?.submissions ?? [];
  const { week } = useSearch({ strict: false });
  const chosen = submissions.find(({ id }) => id === week);
  const asOfChosen = chosen ? submissions.slice(submissions.indexOf(chosen)) : submissions;
  const look = {
    projectId: project.id,
    weeks: query.data?.submissions,
    weekId: query.data ? chosen?.id : week,
  };
  return (
    <>
      <ErrorBoundaries>
        <ProjectHeader project={project} submissions={submissions} look={look} />
      </ErrorBoundaries>
      <FirstLook {...look} timeZone={project.timeZone} isOnProject />
      <div className={classes.columns}>
        <div className={classes.wide}>
          <ErrorBoundaries>
            <Section title="Project Overview">
              <Text className={classes.text}>
                {project.description ?? 'No description available.'}
              </Text>
            </Section>
            {query.isPending ? <Skeleton height={480} aria-label="Loading media" /> : null}
            {query.isError && !query.data ? (
              <LoadError title="Failed to load the project's updates" query={query} />
            ) : null}
            {query.data ? (
              <ProjectMedia submissions={asOfChosen} all={submissions} project={project} />
            ) : null}
          </ErrorBoundaries>
        </div>
        <div className={classes.narrow}>
          <ErrorBoundaries>
            <Section title="Project Details">
              <ProjectDetails project={project} />
              <TextLink
                className="screen-only"
                to={ROUTES.downloads}
                search={{ project: project.id }}
                mt="md"
                display="block"
              >
                Download Files
              </TextLink>
            </Section>
            <Suspense fallback={null}>
              <ProjectTimelapse projectId={project.id} />
            </Suspense>
            {query.data ? <SubmissionCards project={project} submissions={submissions} /> : null}
          </ErrorBoundaries>
        </div>
        {query.data ? (
          <div className={classes.wide}>
            <Section title="Submission Progress Updates">
              {submissions.length > 0 ? (
                <SubmissionTimeline
                  key={chosen?.id}
                  submissions={asOfChosen}
                  timeZone={project.timeZone}
                />
              ) : (
                <NoUpdates />
              )}
            </Section>
          </div>
        ) : null}
      </div>
    </>
  );
}

type PublishedProps = { project: Project; submissions: Submission[] };

function SubmissionCards({ project, submissions }: PublishedProps) {
  return (
    <>
      <Section title="Submission Updates">
        {submissions.length > 0 ? (
          <SubmissionButtons submissions={submissions} timeZone={project.timeZone} />
        ) : (
          <NoUpdates />
        )}
      </Section>
      <Section title="Google Drive Folders" className="screen-only">
        <DriveFolders submissions={submissions} />
      </Section>
    </>
  );
}

const NoUpdates = () => <Text c="dimmed">No Updates Yet</Text>;

function ProjectHeader({
  project,
  submissions,
  look,
}: PublishedProps & { look: FirstLookOptions }) {
  const [isComparing, setComparing] = useState(false);
  const { view } = useFirstLook(look);
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <div>
        <Group gap="sm">
          <Title order={1}>{project.name}</Title>
          <StatusBadge status={project.status} />
        </Group>
        <Text c="dimmed">{project.address ?? 'No address'}</Text>
        <NextFlight project={project} />
      </div>
      <Group gap="xs">
        <ButtonLink
          variant="default"
          to={ROUTES.map}
          search={{ project: project.id }}
          leftSection={<IconMapPin size={16} stroke={1.75} aria-hidden />}
        >
          View on Map
        </ButtonLink>
        {canCompare(submissions) ? (
          <Button
            leftSection={<IconColumns2 size={16} stroke={1.75} aria-hidden />}
            onClick={() => setComparing(true)}
          >
            Compare Weeks
          </Button>
        ) : null}
      </Group>
      {isComparing ? (
        <SubmissionViewer
          submissions={submissions}
          project={project}
          opening={comparisonOpening(view)}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </Group>
  );
}

function ProjectSkeleton() {
  return (
    <section aria-busy aria-label="Loading project">
      <Skeleton height={32} width={280} />
      <Skeleton height={16} width={200} mt="sm" />
      <div className={classes.columns}>
        <div className={classes.wide}>
          <Skeleton height={120} />
          <Skeleton height={480} />
        </div>
        <div className={classes.narrow}>
          <Skeleton height={220} />
          <Skeleton height={280} />
        </div>
      </div>
    </section>
  );
}
