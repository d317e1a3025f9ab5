import { Link, useNavigate } from '@tanstack/react-router';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { keepLook } from '#web/lib/search-params.ts';
import classes from './first-look.module.css';

type WeekStepsProps = {
  /** Newest first. */
  weeks: readonly Submission[];
  shown: Submission;
  timeZone: string;
  /** Whether weeks are chosen on the project's page; otherwise each has its own page. */
  isOnProject: boolean;
};

/** Previous week, a choice of all weeks, and next week; nothing if there is only one week. */
export function WeekSteps({ weeks, shown, timeZone, isOnProject }: WeekStepsProps) {
  const navigate = useNavigate();
  const index = weeks.indexOf(shown);
  const [later, earlier] = [weeks[index - 1], weeks[index + 1]];
  if (weeks.length < 2) return null;
  const { projectId } = shown;
  /** The project page's URL leaves out the newest week. */
  const wayTo = (week: Submission) =>
    isOnProject
      ? ({
          to: ROUTES.project,
          params: { id: projectId },
          search: (now: object) => ({ ...now, week: week === weeks[0] ? undefined : week.id }),
        } as const)
      : ({
          to: ROUTES.week,
          params: { projectId, submissionId: week.id },
          search: keepLook,
        } as const);
  const how = { replace: isOnProject, resetScroll: false };
  return (
    <nav aria-label="Weeks" className={classes.steps}>
      {earlier ? (
        <Link {...wayTo(earlier)} {...how}>
          <span aria-hidden>←</span> <span className="visually-hidden">Earlier week: </span>
          {earlier.title}
        </Link>
      ) : null}
      <select
        aria-label="Week"
        value={shown.id}
        onChange={(event) => {
          const chosen = weeks.find(({ id }) => id === event.target.value);
          if (chosen) void navigate({ ...wayTo(chosen), ...how });
        }}
      >
        {weeks.map((week) => (
          <option key={week.id} value={week.id}>
            {week.title} · {dateAndAge(documentedDay(week, timeZone), timeZone)}
          </option>
        ))}
      </select>
      {later ? (
        <Link {...wayTo(later)} {...how}>
          <span className="visually-hidden">Later week: </span>
          {later.title} <span aria-hidden>→</span>
        </Link>
      ) : null}
    </nav>
  );
}
