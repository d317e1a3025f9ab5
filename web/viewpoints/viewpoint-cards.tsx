import { Skeleton, Stack } from '@mantine/core';
import { IconCamera, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isStaffRole } from '#domain/roles.ts';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { counted, dateRange } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/use-session.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { UnplacedLink } from './unplaced/unplaced-link.tsx';
import classes from './viewpoint-cards.module.css';
import { Section } from '#web/ui/section.tsx';

const PORTIONS = { name: 'viewpoints', first: 12, more: 24 };

type ViewpointCardsProps = { projectId: string };

export function ViewpointCards({ projectId }: ViewpointCardsProps) {
  const { user } = useSession();
  const isStaff = user !== null && isStaffRole(user.role);
  const query = useQuery(api.viewpoints.list.queryOptions({ input: { projectId } }));
  const seen = (query.data?.viewpoints ?? []).filter(({ photoCount }) => photoCount > 0);
  const { shown, total, showMore } = useShowMore(seen, PORTIONS);
  if (query.isPending) return <Skeleton height={240} aria-label="Loading viewpoints" />;
  if (query.isError && !query.data)
    return <LoadError title="Failed to load viewpoints" query={query} />;
  if (seen.length === 0) {
    return (
      <EmptyState
        icon={IconCamera}
        title="No Viewpoints Yet"
        isFramed={false}
        action={isStaff ? <UnplacedLink projectId={projectId} /> : null}
      >
        Photos taken from the same place week after week appear here side by side.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      {isStaff ? <UnplacedLink projectId={projectId} /> : null}
      <ul className={classes.cards}>
        {shown.map((viewpoint) => (
          <ViewpointCard key={viewpoint.id} viewpoint={viewpoint} />
        ))}
      </ul>
      <ShowMore
        label="Show More Viewpoints"
        shown={shown.length}
        total={total}
        onPress={showMore}
      />
    </Stack>
  );
}

function ViewpointCard({ viewpoint }: { viewpoint: ProjectViewpoint }) {
  const { id, projectId, name, cover, weekCount, firstDay, lastDay } = viewpoint;
  return (
    <li>
      <Link className={classes.card} to={ROUTES.viewpoint} params={{ projectId, viewpointId: id }}>
        <Picture picture={cover} alt="" sizes="(width <= 48rem) 50vw, 16rem" ratio={3 / 2} />
        <strong className={classes.name}>{name}</strong>
        <span className={classes.facts}>
          {counted(weekCount, 'week')}
          {firstDay && lastDay ? `, ${dateRange(firstDay, lastDay)}` : ''}
        </span>
      </Link>
    </li>
  );
}

/** Links to the time-lapse of the viewpoint with the most submissions. Renders nothing if that has fewer than two. */
export function ProjectTimelapse({ projectId }: { projectId: string }) {
  const { data } = useQuery(api.viewpoints.list.queryOptions({ input: { projectId } }));
  const [longest] = (data?.viewpoints ?? []).toSorted((a, b) => b.weekCount - a.weekCount);
  if (!longest || longest.weekCount < 2) return null;
  const { id, name, cover, weekCount, firstDay, lastDay } = longest;
  return (
    <Section title="Time-lapse" className="screen-only">
      <Link className={classes.card} to={ROUTES.viewpoint} params={{ projectId, viewpointId: id }}>
        <span className={classes.film}>
          <Picture picture={cover} alt="" sizes="(width <= 48rem) 100vw, 20rem" ratio={3 / 2} />
          <span className={classes.play}>
            <IconPlayerPlay size={22} stroke={1.75} aria-hidden />
          </span>
        </span>
        <strong className={classes.name}>
          <span className="visually-hidden">Play the time-lapse of </span>
          {name}
        </strong>
        <span className={classes.facts}>
          {counted(weekCount, 'week')}
          {firstDay && lastDay ? `, ${dateRange(firstDay, lastDay)}` : ''}
        </span>
      </Link>
    </Section>
  );
}
