import { SimpleGrid, Text } from '@mantine/core';
import { documentedDay } from '#domain/weeks.ts';
import { date, kilobytes } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './media-tiles.module.css';
import type { FileOfSubmission } from '../api.ts';

type MapTilesProps = { files: readonly FileOfSubmission[]; timeZone: string };

/** Map files as tiles; a tile opens the file itself. */
export function MapTiles({ files, timeZone }: MapTilesProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      {files.map(({ file, submission }) => (
        <a
          key={file.id}
          className={classes.tile}
          href={file.originalUrl ?? undefined}
          target="_blank"
          rel="noreferrer"
        >
          <Picture picture={file} alt="" ratio={4 / 3} sizes="(width < 48em) 100vw, 20rem" />
          <div className={classes.caption}>
            <Text fw={500} truncate>
              {file.fileName}
            </Text>
            <Text c="dimmed" size="xs" className="tabular">
              {date(documentedDay(submission, timeZone), timeZone)} · {kilobytes(file.fileSize)}
            </Text>
            {file.errorMessage === null ? null : (
              <Text c="dimmed" size="xs">
                No preview. {file.errorMessage}
              </Text>
            )}
          </div>
        </a>
      ))}
    </SimpleGrid>
  );
}
