import { Skeleton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { Submission } from '#domain/submissions.ts';
import { PhotoGallery } from '#web/files/gallery/photo-gallery.tsx';
import { useFilesOf } from '#web/submissions/api.ts';
import { useKeptState } from '#web/ui/kept-state.ts';
import { Section } from '#web/ui/section.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

type WeekPhotosProps = { submission: Submission; onOpen: (fileId: string) => void };

/** The stills of a week. */
export function SubmissionPhotos({ submission, onOpen }: WeekPhotosProps) {
  return (
    <Section title="Still Images">
      <Photos submission={submission} onOpen={onOpen} />
    </Section>
  );
}

function Photos({ submission, onOpen }: WeekPhotosProps) {
  const presses = useKeptState('photos', 0);
  const { files, isPending, error, retry } = useFilesOf([submission]);
  if (isPending) return <Skeleton height={320} aria-label="Loading photos" />;
  if (error) return <LoadError title="Failed to load photos" query={{ error, refetch: retry }} />;
  const photos = files.flatMap(({ file }) => (file.kind === 'photo' ? [file] : []));
  if (photos.length === 0)
    return <EmptyState icon={IconPhoto} title="No Photos Yet" isFramed={false} />;
  return <PhotoGallery photos={photos} presses={presses} onOpen={({ id }) => onOpen(id)} />;
}
