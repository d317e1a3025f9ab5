import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { Text, SimpleGrid, UnstyledButton } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { isMapFile } from '#domain/map-files.ts';
import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { viewOfMap } from '#web/maps/survey-view.ts';
import { writeToUrl } from '#web/maps/use-survey.ts';
import { useFilesOf, type FileOfSubmission } from '#web/submissions/api.ts';
import { EmbeddedMap } from '#web/submissions/published/embedded-map.tsx';
import { counted, date } from '#web/lib/formats.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { FILE_PORTIONS, FoundMedia } from './found-media.tsx';
import classes from './project-screen.module.css';
import { ProjectMaps } from './project-maps.tsx';
import { kilobytes } from '#domain/byte-size.ts';
import { documentedDay } from '#domain/weeks.ts';
import { Picture } from '#web/ui/picture.tsx';
import tiles from '#web/submissions/published/other-files.module.css';

const NO_MAPS = { icon: IconMap, title: 'No Maps Yet' };

type ProjectMapTabProps = {
  submissions: readonly Submission[];
  project: Pick<Project, 'id' | 'name' | 'timeZone'>;
  wantedId: string | undefined;
  onPhoto: (file: { submissionId: string; fileId: string | null }) => void;
};

/** The project's maps in one panel, then maps on other websites, then all map files as pictures. */
export function ProjectMapTab({ submissions, project, wantedId, onPhoto }: ProjectMapTabProps) {
  const { timeZone } = project;
  const rasters = useQuery(api.maps.ofProject.queryOptions({ input: { projectId: project.id } }));
  const hasMap = (rasters.data?.weeks.length ?? 0) > 0 || rasters.isPending || rasters.isError;
  // Only the file list shows which submissions have maps.
  const withFiles = submissions.filter(({ fileCount }) => fileCount > 0);
  const { shown, total, showMore } = useShowMore(withFiles, { ...FILE_PORTIONS, name: 'maps' });
  const found = useFilesOf(shown);
  const maps = found.files.filter(({ file }) => isMapFile(file));
  const isAll = shown.length === total;
  const [opened, setOpened] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  /** Opens a map in the panel above; null if the panel doesn't have this file. */
  const openerOf = (fileId: string) => {
    const view = viewOfMap(rasters.data?.weeks ?? [], fileId);
    if (!view) return null;
    return () => {
      writeToUrl(view);
      setOpened(opened + 1);
      panel.current?.scrollIntoView({ block: 'start' });
    };
  };
  const embedded = submissions.filter(({ mapEmbedUrl }) => mapEmbedUrl !== null);
  return (
    <FoundMedia
      {...found}
      files={isAll ? maps : found.files}
      empty={NO_MAPS}
      first={[
        ...(hasMap
          ? [
              <div key="map" ref={panel} className={classes.map}>
                <ProjectMaps
                  project={project}
                  wantedId={wantedId}
                  opened={opened}
                  onPhoto={onPhoto}
                />
              </div>,
            ]
          : []),
        ...embedded.map((submission) => (
          <EmbeddedMap key={submission.id} submission={submission} />
        )),
      ]}
    >
      {maps.length > 0 ? <MapTiles files={maps} timeZone={timeZone} openerOf={openerOf} /> : null}
      {maps.length === 0 && !isAll ? (
        <Text c="dimmed">No maps in the latest {counted(shown.length, 'week')}.</Text>
      ) : null}
      <ShowMore label="Show Older Maps" shown={shown.length} total={total} onPress={showMore} />
    </FoundMedia>
  );
}

type MapTilesProps = {
  files: readonly FileOfSubmission[];
  timeZone: string;
  openerOf: (fileId: string) => (() => void) | null;
};

/** Map files as tiles. A tile opens its map, or the file itself if it isn't a map. */
function MapTiles({ files, timeZone, openerOf }: MapTilesProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      {files.map((one) => {
        const { file } = one;
        const open = openerOf(file.id);
        const tile = <Tile {...one} timeZone={timeZone} />;
        return open ? (
          <UnstyledButton key={file.id} className={tiles.tile} onClick={open}>
            {tile}
          </UnstyledButton>
        ) : (
          <a
            key={file.id}
            className={tiles.tile}
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
      <div className={tiles.caption}>
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
