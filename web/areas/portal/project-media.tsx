import type { ProjectFilesProps } from './found-media.tsx';
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { IconCamera, IconFile, IconMap, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { useOpening } from '#web/files/viewer/opening.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { Section } from '#web/ui/section.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { hasDocuments } from '#web/submissions/published/submission-contents.ts';
import { mediaSearch } from './media-search.ts';
import classes from './project-screen.module.css';
import { PhotoGroup } from './photo-group.tsx';
import { SubmissionViewer } from './submission-viewer.tsx';

const ProjectVideos = lazyComponent<'ProjectVideos', ProjectFilesProps>(
  () => import('./found-media.tsx'),
  'ProjectVideos',
);
const ProjectDocuments = lazyComponent<'ProjectDocuments', ProjectFilesProps>(
  () => import('./found-media.tsx'),
  'ProjectDocuments',
);
const ProjectMapTab = lazyComponent(() => import('./project-map-tab.tsx'), 'ProjectMapTab');

const PORTIONS = { name: 'photos', first: 1, more: 4 };

const ViewpointCards = lazyComponent(
  () => import('#web/viewpoints/viewpoint-cards.tsx'),
  'ViewpointCards',
);

const LOADING = <Skeleton height={240} aria-label="Loading files" />;
/** As tall as the map, so that a reload keeps the scroll position. */
const LOADING_MAP = <Skeleton height={600} aria-label="Loading map" />;

type MapProject = Pick<Project, 'id' | 'name' | 'timeZone'>;
type OpenFile = { submissionId: string; fileId: string | null };

/** A project's media as of a submission: `submissions` starts with that one, `all` also has later ones. */
export function ProjectMedia({
  submissions,
  all,
  project,
}: Pick<ProjectFilesProps, 'submissions'> & { all: readonly Submission[]; project: MapProject }) {
  const { timeZone } = project;
  const [opening, open] = useOpening();
  const { tab = 'photos' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setTab = (next: string | null) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, tab: mediaSearch({ tab: next }).tab }),
      replace: true,
      resetScroll: false,
    });
  const asOf = submissions[0] === all[0] ? undefined : submissions[0];
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <Section title="Project Media">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="photos" leftSection={<IconPhoto {...icon} />}>
            Photos
          </Tabs.Tab>
          <Tabs.Tab value="videos" leftSection={<IconVideo {...icon} />}>
            Videos
          </Tabs.Tab>
          <Tabs.Tab value="maps" leftSection={<IconMap {...icon} />}>
            Maps
          </Tabs.Tab>
          <Tabs.Tab value="viewpoints" leftSection={<IconCamera {...icon} />}>
            Viewpoints
          </Tabs.Tab>
          {submissions.some(hasDocuments) || tab === 'documents' ? (
            <Tabs.Tab value="documents" leftSection={<IconFile {...icon} />}>
              Documents
            </Tabs.Tab>
          ) : null}
        </Tabs.List>
        <Tabs.Panel value="photos">
          <Photos
            key={asOf?.id}
            submissions={submissions}
            timeZone={timeZone}
            onOpen={(file) => open({ file })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="videos">
          <Suspense fallback={LOADING}>
            <ProjectVideos submissions={submissions} timeZone={timeZone} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="maps">
          <Suspense fallback={LOADING_MAP}>
            <ProjectMapTab
              submissions={submissions}
              project={project}
              wantedId={asOf?.id}
              onPhoto={(file) => open({ file })}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="viewpoints">
          <Suspense fallback={LOADING}>
            <ViewpointCards projectId={project.id} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <Suspense fallback={LOADING}>
            <ProjectDocuments submissions={submissions} timeZone={timeZone} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {opening ? (
        <SubmissionViewer
          submissions={all}
          project={project}
          opening={opening}
          onClose={() => open(null)}
        />
      ) : null}
    </Section>
  );
}

type PhotosProps = ProjectFilesProps & { onOpen: (file: OpenFile) => void };

function Photos({ submissions, timeZone, onOpen }: PhotosProps) {
  const withPhotos = submissions.filter(({ photoCount }) => photoCount > 0);
  const { shown, total, showMore } = useShowMore(withPhotos, PORTIONS);
  if (withPhotos.length === 0) {
    return (
      <EmptyState icon={IconPhoto} title="No Photos Yet" isFramed={false}>
        Photos will appear here when the first update is published.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      {shown.map((submission) => (
        <PhotoGroup
          key={submission.id}
          submission={submission}
          timeZone={timeZone}
          onOpen={(fileId) => onOpen({ submissionId: submission.id, fileId })}
        />
      ))}
      <ShowMore label="Show Older Photos" shown={shown.length} total={total} onPress={showMore} />
    </Stack>
  );
}
