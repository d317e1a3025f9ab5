import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#web/lib/api.ts';
import { counted, dateRange } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './viewpoint-cards.module.css';

/** The way to the time-lapse of a project: that of the viewpoint with the most weeks; nothing before a second one. */
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
