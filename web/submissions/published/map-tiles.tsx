import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { kilobytes } from '#domain/byte-size.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './media-tiles.module.css';
import type { FileOfSubmission } from '../api.ts';

type MapTilesProps = {
  files: readonly FileOfSubmission[];
  timeZone: string;
  /** Opens the map of a file; null if it has none. */
  openerOf: (fileId: string) => (() => void) | null;
};

/** Map files as tiles. A tile opens its map, or the file itself if it isn't a map. */
export function MapTiles({ files, timeZone, openerOf }: MapTilesProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      {files.map((one) => {
        const { file } = one;
        const open = openerOf(file.id);
        const tile = <Tile {...one} timeZone={timeZone} />;
        return open ? (
          <UnstyledButton key={file.id} className={classes.tile} onClick={open}>
            {tile}
          </UnstyledButton>
        ) : (
          <a
            key={file.id}
            className={classes.tile}
            href={file.originalUrl ?? undefined}
            target="_blank"
            rel="noreferrer"
          >
            {tile}
          </a>
        );
      })}
    </SimpleGrid>
  );
}

function Tile({ file, submission, timeZone }: FileOfSubmission & { timeZone: string }) {
  return (
    <>
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
    </>
  );
}
