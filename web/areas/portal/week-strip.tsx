import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Picture } from '#web/ui/picture.tsx';
import { useShowMore } from '#web/ui/show-more.tsx';
import classes from './week-strip.module.css';

/** So many first, however long the history, and more with every press. */
const PORTIONS = { name: 'weeks', first: 12, more: 24 };

type WeekStripProps = {
  submissions: readonly Submission[];
  timeZone: string;
  /** The chosen one; undefined for all. */
  chosenId: string | undefined;
};

/** The history of a project in pictures, the newest first: one of them, or all, is looked at below. */
export function WeekStrip({ submissions, timeZone, chosenId }: WeekStripProps) {
  const projectId = submissions[0]?.projectId;
  const { shown, total, showMore } = useShowMore(submissions, PORTIONS);
  const rest = submissions.slice(shown.length);
  if (projectId === undefined || submissions.length < 2) return null;
  return (
    <nav aria-label="Weeks">
      <ul className={classes.strip}>
        <Week projectId={projectId} isChosen={chosenId === undefined}>
          <span className={classes.all}>{submissions.length}</span>
          <span className={classes.title}>All weeks</span>
        </Week>
        {[...shown, ...rest.filter(({ id }) => id === chosenId)].map((submission) => (
          <Week
            key={submission.id}
            projectId={projectId}
            week={submission.id}
            isChosen={submission.id === chosenId}
          >
            <Picture picture={submission.cover} alt="" sizes="6rem" ratio={3 / 2} />
            <span className={classes.title}>{submission.title}</span>
            <time className={classes.day}>
              {date(documentedDay(submission, timeZone), timeZone)}
            </time>
          </Week>
        ))}
        {shown.length < total ? (
          <li className={classes.item}>
            <button type="button" className={classes.more} onClick={showMore}>
              Older Weeks
            </button>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

type WeekProps = { projectId: string; week?: string; isChosen: boolean; children: ReactNode };

function Week({ projectId, week, isChosen, children }: WeekProps) {
  return (
    <li className={classes.item}>
      <Link
        className={classes.week}
        to={ROUTES.project}
        params={{ id: projectId }}
        search={(before) => ({ tab: before.tab, week })}
        replace
        resetScroll={false}
        activeOptions={{ exact: true, explicitUndefined: true }}
        aria-current={isChosen ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}
