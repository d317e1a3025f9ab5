import { Group, Skeleton, Text, Title } from '@mantine/core';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { PAGING, PhotoGallery } from '#web/files/gallery/photo-gallery.tsx';
import { useFilesOf } from '#web/submissions/api.ts';
import { counted, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { comparisonSearch } from '#web/lib/search-params.ts';
import { useHistoryState } from '#web/ui/history-state.ts';
import { TextLink } from '#web/ui/links.tsx';
import { LoadError, EmptyState } from '#web/ui/states.tsx';
import classes from './project-screen.module.css';
import { IconPhoto } from '@tabler/icons-react';
import { Section } from '#web/ui/section.tsx';

type PhotoGroupProps = {
  submission: Submission;
  timeZone: string;
  onOpen: (fileId: string) => void;
};

export function PhotoGroup({ submission, timeZone, onOpen }: PhotoGroupProps) {
  const { id, projectId, title, photoCount } = submission;
  return (
    <section aria-label={`Photos of ${title}`}>
      <Group justify="space-between" mb="sm" gap="sm">
        <div>
          <Title order={3}>{title}</Title>
          <Text c="dimmed" size="sm" className="tabular">
            {dateAndAge(documentedDay(submission, timeZone), timeZone)} ·{' '}
            {counted(photoCount, 'photo')}
          </Text>
        </div>
        <TextLink
          className="screen-only"
          to={ROUTES.week}
          params={{ projectId, submissionId: id }}
          search={comparisonSearch}
        >
          View Week<span className="visually-hidden"> {title}</span>
        </TextLink>
      </Group>
      <Photos submission={submission} onOpen={onOpen} />
    </section>
  );
}

type PhotosProps = Pick<PhotoGroupProps, 'submission' | 'onOpen'>;

/** Loads the files even when off screen, because printing doesn't scroll. */
function Photos({ submission, onOpen }: PhotosProps) {
  const presses = useHistoryState(`photos of ${submission.id}`, 0);
  const { files, isPending, error, retry } = useFilesOf([submission]);
  if (isPending) return <PhotoPlaceholders count={submission.photoCount} />;
  if (error) return <LoadError title="Failed to load photos" query={{ error, refetch: retry }} />;
  const photos = files.flatMap(({ file }) => (file.kind === 'photo' ? [file] : []));
  return (
    <PhotoGallery photos={photos} columns={4} clicks={presses} onOpen={({ id }) => onOpen(id)} />
  );
}

function PhotoPlaceholders({ count }: { count: number }) {
  return (
    <div className={classes.boxes} aria-hidden>
      {Array.from({ length: Math.min(count, PAGING.first) }, (_, index) => index).map((index) => (
        <Skeleton key={index} className={classes.box} height="auto" />
      ))}
    </div>
  );
}

type SubmissionPhotosProps = { submission: Submission; onOpen: (fileId: string) => void };

export function SubmissionPhotos({ submission, onOpen }: SubmissionPhotosProps) {
  return (
    <Section title="Still Images">
      <WeekPhotos submission={submission} onOpen={onOpen} />
    </Section>
  );
}

function WeekPhotos({ submission, onOpen }: SubmissionPhotosProps) {
  const presses = useHistoryState('photos', 0);
  const { files, isPending, error, retry } = useFilesOf([submission]);
  if (isPending) return <Skeleton height={320} aria-label="Loading photos" />;
  if (error) return <LoadError title="Failed to load photos" query={{ error, refetch: retry }} />;
  const photos = files.flatMap(({ file }) => (file.kind === 'photo' ? [file] : []));
  if (photos.length === 0)
    return <EmptyState icon={IconPhoto} title="No Photos Yet" isFramed={false} />;
  return <PhotoGallery photos={photos} clicks={presses} onOpen={({ id }) => onOpen(id)} />;
}
