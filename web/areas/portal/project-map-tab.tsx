import { Text } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { isMapFile } from '#domain/map-files.ts';
import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { viewOfMap } from '#web/maps/survey-view.ts';
import { keepInAddress } from '#web/maps/use-survey.ts';
import { useFilesOf } from '#web/submissions/api.ts';
import { EmbeddedMap } from '#web/submissions/published/embedded-map.tsx';
import { MapTiles } from '#web/submissions/published/map-tiles.tsx';
import { counted } from '#web/lib/formats.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { FILE_PORTIONS, FoundMedia } from './found-media.tsx';
import classes from './project-media.module.css';
import { ProjectMaps } from './project-maps.tsx';
import { useProjectMaps } from './use-project-maps.ts';

const NO_MAPS = { icon: IconMap, title: 'No Maps Yet' };

type ProjectMapTabProps = {
  submissions: readonly Submission[];
  project: Pick<Project, 'id' | 'name' | 'timeZone'>;
  wantedId: string | undefined;
  onPhoto: (file: { submissionId: string; fileId: string | null }) => void;
};

/** The maps of submissions: on one another, in frames of other sites, and as pictures. */
export function ProjectMapTab({ submissions, project, wantedId, onPhoto }: ProjectMapTabProps) {
  const { timeZone } = project;
  const rasters = useProjectMaps(project.id);
  const hasMap = (rasters.data?.weeks.length ?? 0) > 0 || rasters.isPending || rasters.isError;
  // Only the files tell which of them are maps.
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
      keepInAddress(view);
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
