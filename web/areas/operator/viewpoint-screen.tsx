import { Badge, Skeleton, Stack, Text } from '@mantine/core';
import { IconCamera, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ViewpointHistory } from '#domain/viewpoint-history.ts';
import { WeeklyEmail } from '#web/events/notifications/weekly-email.tsx';
import { PhotoActions } from '#web/viewpoints/staff/photo-actions.tsx';
import { ViewpointMenu } from '#web/viewpoints/staff/viewpoint-menu.tsx';
import { ViewpointStrip } from '#web/viewpoints/viewpoint-strip.tsx';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { EmptyState, type FailedQuery, LoadError } from '#web/ui/states.tsx';
import { NoProject } from './no-project.tsx';

export function ViewpointScreen() {
  const { projectId = '', viewpointId = '' } = useParams({ strict: false });
  const project = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const query = useQuery(api.viewpoints.get.queryOptions({ input: { id: viewpointId } }));
  const hasNoProject = isRefused(project.error);
  const isGone = query.isError && (!query.data || isRefused(query.error));
  return (
    <Stack gap="md">
      {hasNoProject ? (
        <BackLink to={ROUTES.allProjects}>Back to Projects</BackLink>
      ) : (
        <BackLink to={ROUTES.operatorProject} params={{ projectId }}>
          Back to Project
        </BackLink>
      )}
      {query.isPending ? <Skeleton height={480} aria-label="Loading viewpoint" /> : null}
      {hasNoProject ? <NoProject query={project} /> : null}
      {isGone && !hasNoProject ? <NoViewpoint {...{ projectId, query }} /> : null}
      {query.data && !isGone && !hasNoProject ? (
        <Viewpoint
          key={viewpointId}
          viewpoint={query.data}
          projectName={project.data?.name ?? null}
          timeZone={project.data?.timeZone ?? 'UTC'}
        />
      ) : null}
    </Stack>
  );
}

function NoViewpoint({ projectId, query }: { projectId: string; query: FailedQuery }) {
  if (!isRefused(query.error)) {
    return (
      <Page title="Viewpoint">
        <LoadError title="Failed to load the viewpoint" query={query} />
      </Page>
    );
  }
  return (
    <Page title="Viewpoint Not Found">
      <EmptyState
        icon={IconCamera}
        title="This viewpoint doesn't exist."
        action={
          <ButtonLink to={ROUTES.operatorProject} params={{ projectId }}>
            Project
          </ButtonLink>
        }
      >
        It may have been removed or merged into another viewpoint.
      </EmptyState>
    </Page>
  );
}

type ViewpointProps = { viewpoint: ViewpointHistory; projectName: string | null; timeZone: string };

function Viewpoint({ viewpoint, projectName, timeZone }: ViewpointProps) {
  const { id, projectId, name } = viewpoint;
  return (
    <Page
      title={name}
      subtitle={projectName}
      actions={
        <>
          {viewpoint.isHidden ? (
            <Badge variant="light" color="gray">
              Hidden
            </Badge>
          ) : null}
          <ButtonLink
            variant="default"
            to={ROUTES.viewpoint}
            params={{ projectId, viewpointId: id }}
            leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
          >
            Client View
          </ButtonLink>
          <Actions {...{ projectId, id }} />
        </>
      }
    >
      <Photos {...{ viewpoint, timeZone }} />
    </Page>
  );
}

function Photos({ viewpoint, timeZone }: Omit<ViewpointProps, 'projectName'>) {
  const { photos, referenceId } = viewpoint;
  const [chosen, choose] = useState<readonly string[]>([]);
  // Photos that were moved away are no longer selected.
  const chosenIds = photos.flatMap((photo) => (chosen.includes(photo.id) ? [photo.id] : []));
  if (photos.length === 0) {
    return (
      <Section title="Photos">
        <Text c="dimmed">This viewpoint has no photos.</Text>
      </Section>
    );
  }
  return (
    <Section
      title={counted(photos.length, 'photo')}
      action={<WeeklyEmail viewpointId={viewpoint.id} />}
    >
      <Stack gap="md">
        <PhotoActions {...{ viewpoint, chosenIds }} onDone={() => choose([])} />
        <ViewpointStrip
          {...{ photos, timeZone, chosenIds }}
          isInRows
          labelOf={(photo) => (photo.id === referenceId ? 'Reference' : null)}
          onPress={(photo) =>
            choose(
              chosenIds.includes(photo.id)
                ? chosenIds.filter((each) => each !== photo.id)
                : [...chosenIds, photo.id],
            )
          }
        />
      </Stack>
    </Section>
  );
}

/** After the viewpoint was merged or removed, opens the viewpoint that now has its photos. */
function Actions({ projectId, id }: { projectId: string; id: string }) {
  const navigate = useNavigate();
  const query = useQuery(api.viewpoints.list.queryOptions({ input: { projectId } }));
  const all = query.data?.viewpoints ?? [];
  const viewpoint = all.find((each) => each.id === id);
  if (!viewpoint) return null;
  return (
    <ViewpointMenu
      {...{ viewpoint, all }}
      onMerged={(viewpointId) =>
        void navigate({ to: ROUTES.operatorViewpoint, params: { projectId, viewpointId } })
      }
      onRemoved={() => void navigate({ to: ROUTES.operatorProject, params: { projectId } })}
    />
  );
}
