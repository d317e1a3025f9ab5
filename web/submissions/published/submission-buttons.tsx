import { IconPhoto, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { counted, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { keepLook } from '#web/lib/search-params.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { filmCount } from './linked-films.ts';
import classes from './submission-timeline.module.css';

const PORTIONS = { name: 'submissions', first: 12, more: 24 };

type SubmissionButtonsProps = { submissions: readonly Submission[]; timeZone: string };

/** A button per submission that opens its week; the icons say whether it has photos and videos. */
export function SubmissionButtons({ submissions, timeZone }: SubmissionButtonsProps) {
  const { shown, total, showMore } = useShowMore(submissions, PORTIONS);
  return (
    <>
      <ul className={classes.list}>
        {shown.map((submission) => (
          <li key={submission.id}>
            <Link
              className={classes.button}
              to={ROUTES.week}
              params={{ projectId: submission.projectId, submissionId: submission.id }}
              search={keepLook}
            >
              <span className={classes.what}>
                <span className={classes.title}>{submission.title}</span>
                <time className={classes.date}>
                  {dateAndAge(documentedDay(submission, timeZone), timeZone)}
                </time>
              </span>
              <span className={classes.icons}>
                {submission.photoCount > 0 ? (
                  <IconPhoto
                    size={16}
                    stroke={1.75}
                    aria-label={counted(submission.photoCount, 'photo')}
                  />
                ) : null}
                {filmCount(submission) > 0 ? (
                  <IconVideo
                    size={16}
                    stroke={1.75}
                    aria-label={counted(filmCount(submission), 'video')}
                  />
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore label="Show Older Weeks" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}
