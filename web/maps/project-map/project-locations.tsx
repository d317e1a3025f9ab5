import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronDown, IconCurrentLocation, IconRoute } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { Project } from '#domain/projects.ts';
import type { SiteOrthophoto } from '#domain/rasters.ts';
import { date } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Facts } from '#web/ui/facts.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { directionsUrl, placeOf } from './located.ts';
import classes from './project-map.module.css';

export type RevealedProject = { id: string; isOpening: boolean };

type ProjectLocationsProps = {
  projects: readonly Project[];
  orthophotos: readonly SiteOrthophoto[];
  selectedId: string | undefined;
  /** Called with null to close the open project. */
  onSelect: (projectId: string | null) => void;
  onLocate: (project: Project) => void;
  /** The project to scroll to. While the page opens (`isOpening`), only the list is scrolled. */
  revealed: RevealedProject | null;
  renderStatus: (project: Project) => React.ReactNode;
};

/** Clicking a project opens its details; a button shows it on the map. */
export function ProjectLocations({ projects, ...rest }: ProjectLocationsProps) {
  return (
    <ul>
      {projects.map((project) => (
        <LocationItem key={project.id} project={project} {...rest} />
      ))}
    </ul>
  );
}

type LocationItemProps = Omit<ProjectLocationsProps, 'projects'> & { project: Project };

function LocationItem({ project, selectedId, revealed, ...rest }: LocationItemProps) {
  const { onSelect, onLocate } = rest;
  const isOpen = selectedId === project.id;
  const detailId = useId();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (revealed?.id !== project.id || !item.current) return;
    const list = item.current.parentElement?.parentElement;
    if (revealed.isOpening) list?.scrollTo({ top: item.current.offsetTop - list.offsetTop });
    else item.current.scrollIntoView({ block: 'nearest' });
  }, [revealed, project.id]);
  const hasPlace = placeOf(project) !== null;
  const label = `Show ${project.name} on the map`;
  return (
    <li ref={item} className={classes.item} data-open={isOpen || undefined}>
      <div className={classes.head}>
        <button
          type="button"
          className={`${classes.open} printed`}
          aria-expanded={isOpen}
          aria-controls={detailId}
          onClick={() => onSelect(isOpen ? null : project.id)}
        >
          <span className={classes.name}>{project.name}</span>
          <span className={classes.address}>
            {hasPlace ? (project.address ?? 'No address') : 'No coordinates yet'}
          </span>
        </button>
        <IconChevronDown
          className={`${classes.chevron} screen-only`}
          size={16}
          stroke={1.75}
          aria-hidden
        />
        <ActionIcon
          variant="default"
          size="lg"
          className={classes.locate}
          disabled={!hasPlace}
          aria-label={label}
          title={hasPlace ? 'Show on the map' : 'This project has no coordinates yet'}
          onClick={() => onLocate(project)}
        >
          <IconCurrentLocation size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <div id={detailId} hidden={!isOpen}>
        {isOpen ? <LocationDetail project={project} {...rest} /> : null}
      </div>
    </li>
  );
}

function LocationDetail({
  project,
  orthophotos,
  renderStatus,
}: Pick<LocationItemProps, 'project' | 'orthophotos' | 'renderStatus'>) {
  const { id, name, address, startDate, timeZone, description } = project;
  const place = placeOf(project);
  const orthophoto = orthophotos.find(({ projectId }) => projectId === id);
  return (
    <section className={classes.detail} aria-label={name}>
      <Facts
        facts={[
          ['Address', address ?? 'No address'],
          ['Status', renderStatus(project)],
          ['Start Date', startDate ? date(startDate, timeZone) : 'Not set'],
          ...(orthophoto ? [['Orthophoto', date(orthophoto.day, timeZone)] as const] : []),
        ]}
      />
      <Text c={description ? undefined : 'dimmed'} lineClamp={6} className={classes.description}>
        {description ?? 'No description available.'}
      </Text>
      <Group gap="xs">
        <ButtonLink size="xs" to={ROUTES.project} params={{ id }}>
          View Full Details
        </ButtonLink>
        {place ? (
          <Button
            component="a"
            size="xs"
            variant="default"
            href={directionsUrl(place, navigator.userAgent)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconRoute size={16} stroke={1.75} aria-hidden />}
          >
            Get Directions
          </Button>
        ) : (
          <Button size="xs" variant="default" disabled>
            Get Directions
          </Button>
        )}
      </Group>
    </section>
  );
}
