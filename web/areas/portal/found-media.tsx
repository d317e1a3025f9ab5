import { Skeleton, Stack, Anchor, Group, Text } from '@mantine/core';
import { type IconMap, IconVideo, IconFile } from '@tabler/icons-react';
import { type FileOfSubmission, useFilesOf } from '#web/submissions/api.ts';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import type { Submission } from '#domain/submissions.ts';
import { VideoGallery } from '#web/files/gallery/video-gallery.tsx';
import { DriveFile } from '#web/submissions/published/drive-file.tsx';
import {
  countVideos,
  linkedVideos,
  hasDocuments,
} from '#web/submissions/published/submission-contents.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { documentedDay } from '#domain/weeks.ts';
import { FileList } from '#web/submissions/published/other-files.tsx';
import { dateAndAge } from '#web/lib/formats.ts';

/** Number of submissions whose files are requested at once. */
export const FILE_PORTIONS = { first: 12, more: 24 };

type FoundMediaProps = {
  files: FileOfSubmission[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  empty: { icon: typeof IconMap; title: string };
  first?: React.ReactNode[];
  children?: React.ReactNode;
};

export function FoundMedia({
  files,
  isPending,
  error,
  retry,
  empty,
  first = [],
  children,
}: FoundMediaProps) {
  const isEmpty = files.length + first.length === 0;
  if (isEmpty && !isPending && !error) return <EmptyState {...empty} isFramed={false} />;
  return (
    <Stack gap="md">
      {first}
      {files.length > 0 ? children : null}
      {isPending ? <Skeleton height={240} aria-label="Loading files" /> : null}
      {error ? <LoadError title="Failed to load files" query={{ error, refetch: retry }} /> : null}
    </Stack>
  );
}

export type ProjectFilesProps = { submissions: readonly Submission[]; timeZone: string };

/** Uploaded videos and those that descriptions link to. */
export function ProjectVideos({ submissions }: ProjectFilesProps) {
  const withVideos = submissions.filter((submission) => countVideos(submission) > 0);
  const { shown, total, showMore } = useShowMore(withVideos, { ...FILE_PORTIONS, name: 'videos' });
  const found = useFilesOf(shown);
  const videos = found.files.filter(({ file }) => file.kind === 'video');
  return (
    <>
      <FoundMedia
        {...found}
        files={videos}
        empty={{ icon: IconVideo, title: 'No Videos Yet' }}
        first={shown.flatMap((submission) =>
          linkedVideos(submission).map((link) => (
            <DriveFile
              key={`${submission.id} ${link.id}`}
              submissionId={submission.id}
              link={link}
            />
          )),
        )}
      >
        <VideoGallery videos={videos.map(({ file }) => file)} />
      </FoundMedia>
      <ShowMore label="Show Older Videos" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}

export function ProjectDocuments({ submissions, timeZone }: ProjectFilesProps) {
  const withDocuments = submissions.filter(hasDocuments);
  const { shown, total, showMore } = useShowMore(withDocuments, {
    ...FILE_PORTIONS,
    name: 'documents',
  });
  const found = useFilesOf(shown);
  const documents = found.files.filter(
    ({ file: { kind } }) => kind === 'document' || kind === 'other',
  );
  const of = (submission: Submission) =>
    documents.flatMap(({ file }) => (file.submissionId === submission.id ? [file] : []));
  return (
    <>
      <FoundMedia
        {...found}
        files={documents}
        empty={{ icon: IconFile, title: 'No Documents Yet' }}
        first={shown.map((submission) => (
          <section key={submission.id} aria-labelledby={`documents-${submission.id}`}>
            <Group justify="space-between" gap="sm" mb="xs">
              <Group gap="sm">
                <h3 id={`documents-${submission.id}`}>{submission.title}</h3>
                <Text component="time" c="dimmed" size="sm">
                  {dateAndAge(documentedDay(submission, timeZone), timeZone)}
                </Text>
              </Group>
              {submission.googleDriveFolderUrl ? (
                <Anchor
                  href={submission.googleDriveFolderUrl}
                  target="_blank"
                  rel="noreferrer"
                  fw={500}
                >
                  Open Google Drive Folder
                </Anchor>
              ) : null}
            </Group>
            <FileList files={of(submission)} />
          </section>
        ))}
      />
      <ShowMore
        label="Show Older Documents"
        shown={shown.length}
        total={total}
        onPress={showMore}
      />
    </>
  );
}
