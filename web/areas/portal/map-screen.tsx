import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Project } from '#domain/projects.ts';
import type { SiteOrthophoto } from '#domain/rasters.ts';
import { placeOf } from '#web/maps/project-map/located.ts';
import {
  ProjectLocations,
  type RevealedProject,
} from '#web/maps/project-map/project-locations.tsx';
import { type Focus, ProjectMap } from '#web/maps/project-map/project-map.tsx';
import { NewestOnly } from '#web/projects/newest-only.tsx';
import { StatusBadge } from '#web/projects/status-badge.tsx';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import classes from './map-screen.module.css';

const NONE: readonly Project[] = [];
const NO_SITES: readonly SiteOrthophoto[] = [];

export function MapScreen() {
  const { project: selectedId } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  const sites = useQuery(api.maps.orthophotos.queryOptions());
  const projects = query.data?.projects ?? NONE;
  const orthophotos = sites.data?.orthophotos ?? NO_SITES;
  const [requested, setRequested] = useState<Focus | null>(null);
  const opening = useOpeningFocus(projects, selectedId);
  const opened = useMemo(() => opening && { id: opening.project.id, isOpening: true }, [opening]);
  const [selectedOnMap, setSelectedOnMap] = useState<RevealedProject | null>(null);
  const select = (id: string | null) =>
    void navigate({
      to: ROUTES.map,
      search: id ? { project: id } : {},
      replace: true,
      resetScroll: false,
    });
  const locate = (project: Project) => {
    setRequested((before) => ({ project, at: (before?.at ?? 0) + 1 }));
    select(project.id);
  };
  return (
    <Page title="Map View" subtitle="Interactive map showing all your project locations">
      <div className={classes.columns}>
        <Stack gap="xs">
          <ProjectMap
            projects={query.data?.projects}
            // If the request fails, the map is shown without orthophotos.
            orthophotos={sites.isLoading ? undefined : orthophotos}
            selectedId={selectedId}
            focus={requested ?? opening}
            onSelect={(id) => {
              setSelectedOnMap({ id, isOpening: false });
              select(id);
            }}
          />
          <SampleNote projects={query.data?.projects} />
        </Stack>
        <Paper component="section" withBorder className={classes.side} aria-labelledby="locations">
          <Group justify="space-between" className={classes.sideHead}>
            <Title order={2} id="locations">
              Project Locations
            </Title>
            <TextLink className="screen-only" to={ROUTES.projects}>
              View All
            </TextLink>
          </Group>
          <div className={classes.scroll}>
            {query.isPending ? <LocationSkeletons /> : null}
            {query.isError && !query.data ? (
              <LoadError title="Failed to fetch projects." query={query} />
            ) : null}
            {query.data && projects.length === 0 ? (
              <EmptyState icon={IconMapPin} title="No Projects Yet" isFramed={false}>
                Project locations will appear here once created.
              </EmptyState>
            ) : null}
            <ProjectLocations
              projects={projects}
              orthophotos={orthophotos}
              selectedId={selectedId}
              revealed={selectedOnMap ?? opened}
              onSelect={select}
              onLocate={locate}
              renderStatus={({ status }) => <StatusBadge status={status} />}
            />
            <NewestOnly shown={projects.length} p="md" />
          </div>
        </Paper>
      </div>
    </Page>
  );
}

/** The project in the URL when the screen was opened, once its location is known. */
function useOpeningFocus(projects: readonly Project[], selectedId: string | undefined) {
  const [openedWith] = useState(selectedId);
  const [focus, setFocus] = useState<Focus | null>(null);
  const project = projects.find(({ id }) => id === openedWith);
  if (project && !focus) setFocus({ project, at: 0 });
  return focus;
}

function SampleNote({ projects }: { projects: readonly Project[] | undefined }) {
  if (!projects || projects.some((project) => placeOf(project))) return null;
  return (
    <Text c="dimmed" size="xs">
      Your projects don't have coordinates yet. The marker on the map is a sample.
    </Text>
  );
}

function LocationSkeletons() {
  return (
    <Stack gap="sm" p="md" component="section" aria-busy aria-label="Loading projects">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={52} />
      ))}
    </Stack>
  );
}
