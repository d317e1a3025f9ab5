import { Link } from '@tanstack/react-router';
import type { ClientOverview } from '#domain/overview.ts';
import { documentedDay } from '#domain/weeks.ts';
import { mediaCount } from '#web/submissions/published/media-count.ts';
import { ChangedView } from '#web/viewpoints/first-look/changed-view.tsx';
import { dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import classes from './home-screen.module.css';

type NewsCardProps = {
  week: ClientOverview['news'][number];
  /** Whether its picture is the first on the screen. */
  isEager: boolean;
};

/** A project's latest week: what changed since the previous one, and its summary in a line. */
export function NewsCard({ week, isEager }: NewsCardProps) {
  const { id, projectId, projectName, title, summary, timeZone, view, cover } = week;
  const titleId = `news-${id}`;
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <div className={classes.line}>
        <h2 id={titleId}>
          <Link to={ROUTES.project} params={{ id: projectId }}>
            {projectName}
          </Link>
        </h2>
        <time className={classes.quiet}>{dateAndAge(documentedDay(week, timeZone), timeZone)}</time>
      </div>
      <ChangedView {...{ view, cover, timeZone, isEager }} sizes={SIZES} />
      <p className={classes.summary}>
        <strong>{title}</strong>
        {summary ? ` · ${summary}` : null}
      </p>
      <div className={classes.line}>
        <span className={classes.quiet}>
          {[view?.viewpoint.name, mediaCount(week)].filter(Boolean).join(' · ')}
        </span>
        <span className={`${classes.ways} screen-only`}>
          {view ? (
            <TextLink to={ROUTES.project} params={{ id: projectId }} search={{ since: 'start' }}>
              Since the Start<span className="visually-hidden"> at {projectName}</span>
            </TextLink>
          ) : null}
          <TextLink to={ROUTES.week} params={{ projectId, submissionId: id }}>
            View Week<span className="visually-hidden"> {title}</span>
          </TextLink>
        </span>
      </div>
    </article>
  );
}

const SIZES = '(width < 75em) 100vw, 45rem';
