import { Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { UnplacedPhotos } from '#web/viewpoints/unplaced/unplaced-photos.tsx';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { NoProject } from './no-project.tsx';

export function UnplacedPhotosScreen() {
  const { projectId = '' } = useParams({ strict: false });
  const project = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const viewpoints = useQuery(api.viewpoints.list.queryOptions({ input: { projectId } }));
  const query = useQuery(api.viewpoints.unplaced.queryOptions({ input: { projectId } }));
  const failed = [query, viewpoints].find(({ isError, data }) => isError && !data);
  if (isRefused(project.error)) {
    return (
      <Stack gap="md">
        <BackLink to={ROUTES.allProjects}>Back to Projects</BackLink>
        <NoProject query={project} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.operatorProject} params={{ projectId }}>
        Back to Project
      </BackLink>
      <Page title="Photos Without a Viewpoint" subtitle={project.data?.name ?? null}>
        {failed ? <LoadError title="Failed to load the photos" query={failed} /> : null}
        {!failed && (query.isPending || viewpoints.isPending) ? (
          <Skeleton height={480} aria-label="Loading photos" />
        ) : null}
        {query.data && viewpoints.data ? (
          query.data.total === 0 ? (
            <AllPlaced projectId={projectId} />
          ) : (
            <>
              <Text c="dimmed" maw="42rem">
                Assign {counted(query.data.total, 'photo')} to viewpoints so that clients can
                compare the site over time.
                <Text span inherit visibleFrom="md">
                  {' '}
                  Keyboard: Space selects the focused photo, 1 to 3 accept a suggestion, and N
                  creates a viewpoint.
                </Text>
              </Text>
              <UnplacedPhotos
                {...{ projectId }}
                timeZone={project.data?.timeZone ?? 'UTC'}
                {...query.data}
                viewpoints={viewpoints.data.viewpoints}
              />
            </>
          )
        ) : null}
      </Page>
    </Stack>
  );
}

const AllPlaced = ({ projectId }: { projectId: string }) => (
  <EmptyState
    icon={IconCircleCheck}
    title="Every photo has a viewpoint."
    action={
      <ButtonLink to={ROUTES.operatorProject} params={{ projectId }}>
        Back to Project
      </ButtonLink>
    }
  >
    Photos without location data appear here when they don't clearly match a viewpoint.
  </EmptyState>
);
