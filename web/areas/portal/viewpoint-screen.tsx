import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconColumns2, IconShare3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Project } from '#domain/projects.ts';
import type { ViewpointHistory, ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import { type Opening, writeOpening, useOpening } from '#web/files/viewer/opening.ts';
import { WeeklyEmail } from '#web/events/notifications/weekly-email.tsx';
import { TimelapseVideoButton } from '#web/viewpoints/timelapse-video-button.tsx';
import { TimelapsePlayer } from '#web/viewpoints/player/timelapse-player.tsx';
import { useChosenPair } from '#web/viewpoints/chosen-pair.ts';
import { useTimelapseOptions } from '#web/viewpoints/use-look.ts';
import { ViewpointStrip } from '#web/viewpoints/viewpoint-strip.tsx';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { counted, date, dateRange } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ProjectUnits } from '#web/lib/use-units.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { BackLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import { Section } from '#web/ui/section.tsx';
import { NotAvailable } from './not-available.tsx';
import { SubmissionViewer } from './submission-viewer.tsx';

export function ViewpointScreen() {
  const { projectId = '', viewpointId = '' } = useParams({ strict: false });
  const project = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const query = useQuery(api.viewpoints.get.queryOptions({ input: { id: viewpointId } }));
  const failed = [project, query].find((it) => it.isError && (!it.data || isRefused(it.error)));
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.project} params={{ id: projectId }} search={{ tab: 'viewpoints' }}>
        Back to Project
      </BackLink>
      {failed ? <ViewpointNotFound query={failed} /> : null}
      {!failed && project.data && query.data ? (
        <ProjectUnits value={project.data.units}>
          <Viewpoint key={viewpointId} project={project.data} viewpoint={query.data} />
        </ProjectUnits>
      ) : null}
      {failed || (project.data && query.data) ? null : (
        <Skeleton height={560} aria-label="Loading viewpoint" />
      )}
    </Stack>
  );
}

type FailedQuery = { error: unknown; refetch: () => Promise<unknown> };

function ViewpointNotFound({ query }: { query: FailedQuery }) {
  return (
    <NotAvailable
      title="Viewpoint Not Found"
      missing="This viewpoint doesn't exist, or you don't have access to it."
      query={query}
    />
  );
}

type ViewpointProps = { project: Project; viewpoint: ViewpointHistory };

function Viewpoint({ project, viewpoint }: ViewpointProps) {
  const { timeZone } = project;
  usePageTitle(viewpoint.name);
  const [look, setLook] = useTimelapseOptions();
  const photos = useMemo(
    () => viewpoint.photos.filter(({ isPublished }) => isPublished),
    [viewpoint.photos],
  );
  const weeks = new Set(photos.map(({ submissionId }) => submissionId)).size;
  const [first, last] = [photos[0], photos.at(-1)];
  return (
    <ErrorBoundaries>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1}>{viewpoint.name}</Title>
          <Text c="dimmed" className="tabular">
            {project.name} · {counted(photos.length, 'photo')} in {counted(weeks, 'week')}
            {first && last ? `, ${dateRange(first.day, last.day)}` : ''}
          </Text>
        </div>
        {first ? <WeeklyEmail viewpointId={viewpoint.id} /> : null}
      </Group>
      {weeks > 1 ? (
        <Section
          title="Time-lapse"
          action={<TimelapseVideoButton viewpointId={viewpoint.id} look={look} />}
        >
          <TimelapsePlayer {...{ photos, timeZone, look }} onLook={setLook} />
        </Section>
      ) : null}
      <AllPhotos {...{ project, viewpoint: { ...viewpoint, photos } }} />
    </ErrorBoundaries>
  );
}

type Pair = { before: ViewpointPhoto; after: ViewpointPhoto };

const placeOf = ({ id, submissionId }: ViewpointPhoto) => ({ submissionId, fileId: id });
const openingOf = ({ before, after }: Pair): Opening => ({
  mode: 'compare',
  before: placeOf(before),
  file: placeOf(after),
  split: 50,
});

function AllPhotos({ project, viewpoint: { name, photos } }: ViewpointProps) {
  const { id, timeZone } = project;
  const { chosenIds, pair, toggle } = useChosenPair(photos);
  const [opening, open] = useOpening();
  const submissions = useQuery(
    api.submissions.listPublished.queryOptions({ input: { projectId: id } }),
  ).data?.submissions;
  const labelOf = ({ id: photoId }: ViewpointPhoto) => {
    if (photoId === pair?.before.id) return 'Before';
    return photoId === pair?.after.id ? 'After' : null;
  };
  return (
    <Section
      title="All Weeks"
      action={
        pair && submissions ? (
          <Group gap="xs">
            <SharePair {...{ pair, project, name }} />
            <Button
              leftSection={<IconColumns2 size={16} stroke={1.75} aria-hidden />}
              onClick={() => open(openingOf(pair))}
            >
              Compare
            </Button>
          </Group>
        ) : null
      }
    >
      <ViewpointStrip
        {...{ photos, timeZone, chosenIds, labelOf }}
        onPress={(photo) => toggle(photo.id)}
      />
      {photos.length > 1 ? (
        <Text c="dimmed" size="sm" className="screen-only">
          {pair ? 'Select other photos to compare them.' : 'Select another photo to compare.'}
        </Text>
      ) : null}
      {opening && submissions ? (
        <SubmissionViewer {...{ submissions, project, opening }} onClose={() => open(null)} />
      ) : null}
    </Section>
  );
}

type SharePairProps = { pair: Pair; project: Project; name: string };

function SharePair({ pair, project: { id, timeZone }, name }: SharePairProps) {
  const [isOpen, setOpen] = useState(false);
  const { before, after } = pair;
  const days = `${date(before.day, timeZone)} and ${date(after.day, timeZone)}`;
  const compared = {
    submissionIds: [...new Set([before.submissionId, after.submissionId])],
    title: `${name}: ${days}`,
    search: writeOpening('', openingOf(pair)),
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare3 size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Share Pair
      </Button>
      <CreateShareLink
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        about={{ projectId: id, submissionId: null, compared }}
      />
    </>
  );
}
