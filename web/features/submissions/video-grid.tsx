import { SimpleGrid, Text } from '@mantine/core';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { date, megabytes } from '#web/lib/formats.ts';
import { documentedDay } from './documented-day.ts';
import type { FileOfSubmission } from './published-files.ts';
import classes from './media-tiles.module.css';

const POSTER_WIDTH = 1024;

type VideoGridProps = { files: readonly FileOfSubmission[]; timeZone: string };

/** Videos with the browser's own player; nothing of them is loaded before it is asked for. */
export function VideoGrid({ files, timeZone }: VideoGridProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {files.map(({ file, submission }) => {
        const poster = presetFor(file.presets, POSTER_WIDTH);
        return (
          <figure key={file.id} className={classes.figure}>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody speaks in a drone's video */}
            <video
              className={classes.video}
              controls
              playsInline
              preload={poster === null ? 'metadata' : 'none'}
              src={file.originalUrl ?? undefined}
              poster={poster === null ? undefined : pictureUrl(file.mediaUrl, poster)}
              aria-label={file.fileName}
            />
            <figcaption>
              <Text fw={500} truncate>
                {file.fileName}
              </Text>
              <Text c="dimmed" size="xs" className="tabular">
                {submission.title} · {date(documentedDay(submission, timeZone), timeZone)} ·{' '}
                {megabytes(file.fileSize)}
              </Text>
            </figcaption>
          </figure>
        );
      })}
    </SimpleGrid>
  );
}
