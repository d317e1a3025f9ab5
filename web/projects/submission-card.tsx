import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ClientOverview } from '#domain/overview.ts';
import { documentedDay } from '#domain/weeks.ts';
import { counted, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './project-card.module.css';

type SubmissionCardProps = { submission: ClientOverview['thisWeek'][number] };

/** A submission that was published lately, with the project it belongs to. */
export function SubmissionCard({ submission }: SubmissionCardProps) {
  const { id, projectId, projectName, timeZone, title, cover } = submission;
  const { photoCount, videoCount, fileCount } = submission;
  const day = documentedDay(submission, timeZone);
  const media = [
    ...(photoCount > 0 || (videoCount === 0 && fileCount > 0)
      ? [counted(photoCount, 'photo')]
      : []),
    ...(videoCount > 0 ? [counted(videoCount, 'video')] : []),
  ];
  return (
    <article className={classes.card} aria-label={title}>
      <Picture picture={cover} alt="" sizes="(width < 48em) 100vw, (width < 75em) 50vw, 33vw" />
      <div className={classes.text}>
        <h3 className={classes.name}>{title}</h3>
        <Text c="dimmed" size="sm" truncate>
          {projectName}
        </Text>
        <div className={classes.foot}>
          <Text c="dimmed" size="xs" className="tabular">
            {[dateAndAge(day, timeZone), ...media].join(' · ')}
          </Text>
          <Link
            className={`${classes.open} screen-only`}
            to={ROUTES.week}
            params={{ projectId, submissionId: id }}
          >
            View Week<span className="visually-hidden"> {title}</span>
          </Link>
        </div>
      </div>
    </article>
  );
}
