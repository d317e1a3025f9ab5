import { Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { IconMap, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Submission } from '#domain/submissions.ts';
import { VideoGallery } from '#web/features/gallery/video-gallery.tsx';
import { useOpening } from '#web/features/viewer/use-opening.ts';
import { isMapFile } from '#domain/map-files.ts';
import { MapTiles } from '#web/features/submissions/published/map-tiles.tsx';
import { type FileOfSubmission, useFilesOf } from '#web/features/submissions/api.ts';
import { counted } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { mediaSearch } from './media-search.ts';
import { PhotoGroup } from './photo-group.tsx';
import { SubmissionViewer } from './submission-viewer.tsx';
import { WeekStrip } from './week-strip.tsx';

/** Submissions whose photos are shown at first, and how many more with every press. */
const PORTIONS = { name: 'photos', first: 4, more: 8 };
/** Those whose files are asked for at once. */
const FILE_PORTIONS = { first: 12, more: 24 };

type ProjectMediaProps = { submissions: readonly Submission[]; timeZone: string };
type OpenFile = { submissionId: string; fileId: string };

/** Photos, videos and maps of all submissions, or of the one that the address names. */
export function ProjectMedia({ submissions, timeZone }: ProjectMediaProps) {
  const [opening, open] = useOpening();
  const { tab = 'photos', week } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setTab = (next: string | null) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, tab: mediaSearch({ tab: next }).tab }),
      replace: true,
      resetScroll: false,
    });
  const chosen = submissions.filter(({ id }) => id === week);
  const shown = chosen.length > 0 ? chosen : submissions;
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <Section title="Project Media">
      <WeekStrip submissions={submissions} timeZone={timeZone} chosenId={chosen[0]?.id} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="photos" leftSection={<IconPhoto {...icon} />}>
            Photos
          </Tabs.Tab>
          <Tabs.Tab value="videos" leftSection={<IconVideo {...icon} />}>
            Videos
          </Tabs.Tab>
          <Tabs.Tab value="maps" leftSection={<IconMap {...icon} />}>
            Maps
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="photos">
          <Photos
            key={week}
            submissions={shown}
            timeZone={timeZone}
            onOpen={(file) => open({ file })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="videos">
          <Videos submissions={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="maps">
          <Maps submissions={shown} timeZone={timeZone} />
        </Tabs.Panel>
      </Tabs>
      {opening ? (
        <SubmissionViewer
          submissions={submissions}
          timeZone={timeZone}
          opening={opening}
          onClose={() => open(null)}
        />
      ) : null}
    </Section>
  );
}

type PhotosProps = ProjectMediaProps & { onOpen: (file: OpenFile) => void };

function Photos({ submissions, timeZone, onOpen }: PhotosProps) {
  const withPhotos = submissions.filter(({ photoCount }) => photoCount > 0);
  const { shown, total, showMore } = useShowMore(withPhotos, PORTIONS);
  if (withPhotos.length === 0) {
    return (
      <EmptyState icon={IconPhoto} title="No Photos Yet" isFramed={false}>
        Photos will appear here when a submission is published.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      {shown.map((submission, index) => (
        <PhotoGroup
          key={submission.id}
          submission={submission}
          timeZone={timeZone}
          isFirst={index === 0}
          onOpen={(fileId) => onOpen({ submissionId: submission.id, fileId })}
        />
      ))}
      <ShowMore label="Show Older Photos" shown={shown.length} total={total} onPress={showMore} />
    </Stack>
  );
}

function Videos({ submissions }: Pick<ProjectMediaProps, 'submissions'>) {
  const withVideos = submissions.filter(({ videoCount }) => videoCount > 0);
  const { shown, total, showMore } = useShowMore(withVideos, { ...FILE_PORTIONS, name: 'videos' });
  const found = useFilesOf(shown);
  const videos = found.files.filter(({ file }) => file.kind === 'video');
  return (
    <Found {...found} files={videos} empty={{ icon: IconVideo, title: 'No Videos Yet' }}>
      <VideoGallery videos={videos.map(({ file }) => file)} />
      <ShowMore label="Show Older Videos" shown={shown.length} total={total} onPress={showMore} />
    </Found>
  );
}

function Maps({ submissions, timeZone }: ProjectMediaProps) {
  // Only the files tell which of them are maps.
  const withFiles = submissions.filter(({ fileCount }) => fileCount > 0);
  const { shown, total, showMore } = useShowMore(withFiles, { ...FILE_PORTIONS, name: 'maps' });
  const found = useFilesOf(shown);
  const maps = found.files.filter(({ file }) => isMapFile(file));
  const isAll = shown.length === total;
  return (
    <Found {...found} files={isAll ? maps : found.files} empty={NO_MAPS}>
      {maps.length > 0 ? <MapTiles files={maps} timeZone={timeZone} /> : null}
      {maps.length === 0 && !isAll ? (
        <Text c="dimmed">No maps in the latest {counted(shown.length, 'week')}.</Text>
      ) : null}
      <ShowMore label="Show Older Maps" shown={shown.length} total={total} onPress={showMore} />
    </Found>
  );
}

const NO_MAPS = { icon: IconMap, title: 'No Maps Yet' };

type FoundProps = {
  files: FileOfSubmission[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  empty: { icon: typeof IconMap; title: string };
  children: React.ReactNode;
};

/** What was found so far, with what is still loading or has failed said below it. */
function Found({ files, isPending, error, retry, empty, children }: FoundProps) {
  if (files.length === 0 && !isPending && !error) return <EmptyState {...empty} isFramed={false} />;
  return (
    <Stack gap="md">
      {files.length > 0 ? children : null}
      {isPending ? <Skeleton height={240} aria-label="Loading files" /> : null}
      {error ? <LoadError title="Failed to load files" query={{ error, refetch: retry }} /> : null}
    </Stack>
  );
}
