import { Skeleton } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import type { ComparedView } from '#domain/submission-comparison.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { ChangedView } from './changed-view.tsx';
import classes from './first-look.module.css';
import { LOOK_SIZES, sinceLabel, type FirstLookOptions, useFirstLook } from './use-first-look.ts';
import { ViewpointChoice } from './viewpoint-choice.tsx';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date, dateAndAge } from '#web/lib/formats.ts';
import { comparisonSearch } from '#web/lib/search-params.ts';

type FirstLookProps = FirstLookOptions & {
  timeZone: string;
  /** Whether choosing a submission stays on the project's page; otherwise each has its own page. */
  isOnProject: boolean;
};

/** What changed in a submission: a before/after comparison of one viewpoint, with other viewpoints to choose from. */
export function FirstLook({ projectId, timeZone, weeks, weekId, isOnProject }: FirstLookProps) {
  const navigate = useNavigate();
  const { query, views, view, since } = useFirstLook({ projectId, weeks, weekId });
  const choose = (search: { viewpoint?: string; since?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, ...search }),
      replace: true,
      resetScroll: false,
    });
  const shownId = weekId ?? view?.after.submissionId;
  const shown = weeks?.find(({ id }) => id === shownId) ?? weeks?.[0];
  const cover = shown?.cover ?? null;
  const hasPicture = view !== null || cover !== null;
  if (query.data && !hasPicture && (weeks?.length ?? 0) < 2) return null;
  return (
    <section className={classes.look} aria-label="What changed" aria-busy={query.isPlaceholderData}>
      {weeks && shown ? (
        <div className={classes.head}>
          <SubmissionSteps {...{ weeks, shown, timeZone, isOnProject }} />
          <SinceChoice
            {...{ weeks, shown, timeZone, since }}
            onChange={(next) => choose({ since: next })}
          />
        </div>
      ) : null}
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the comparison" query={query} />
      ) : null}
      <div className={classes.stage}>
        {query.isPending ? (
          <Skeleton className={classes.picture} height="auto" aria-label="Loading comparison" />
        ) : null}
        {query.data && hasPicture ? (
          <ChangedView {...{ view, cover, timeZone }} sizes={LOOK_SIZES} isEager />
        ) : null}
        {view && views.length > 1 ? (
          <ViewpointChoice
            views={views}
            shownId={view.viewpoint.id}
            onChange={(id) => choose({ viewpoint: id })}
          />
        ) : null}
      </div>
      {view ? <ViewpointCaption view={view} projectId={projectId} /> : null}
    </section>
  );
}

type ViewpointCaptionProps = { view: ComparedView; projectId: string };

function ViewpointCaption({ view: { viewpoint, before }, projectId }: ViewpointCaptionProps) {
  return (
    <p className={classes.about}>
      <span>
        <strong>{viewpoint.name}</strong>
        {before ? null : ' · No earlier photo from this viewpoint'}
      </span>
      <TextLink
        className="screen-only"
        to={ROUTES.viewpoint}
        params={{ projectId, viewpointId: viewpoint.id }}
      >
        All weeks<span className="visually-hidden"> of {viewpoint.name}</span>
      </TextLink>
    </p>
  );
}

type SinceChoiceProps = {
  weeks: readonly Submission[];
  shown: Submission;
  timeZone: string;
  /** 'start', or a submission's ID. */
  since: string | undefined;
  onChange: (since: string | undefined) => void;
};

/** Renders nothing if there is no choice. */
function SinceChoice({ weeks, shown, timeZone, since, onChange }: SinceChoiceProps) {
  const before = weeks.slice(weeks.indexOf(shown) + 1);
  const earlier = before.filter(({ photoCount }) => photoCount > 0);
  const [previous] = earlier;
  if (!previous || earlier.length < 2) return null;
  const day = (week: Submission) => documentedDay(week, timeZone);
  const isDate = earlier.some(({ id }) => id === since);
  return (
    <fieldset className={classes.since}>
      <legend className="visually-hidden">Changes</legend>
      <button type="button" aria-pressed={!since} onClick={() => onChange(undefined)}>
        {sinceLabel(day(shown), day(previous))}
      </button>
      <button type="button" aria-pressed={since === 'start'} onClick={() => onChange('start')}>
        Since the start
      </button>
      <select
        aria-label="Since a date"
        value={isDate ? since : ''}
        data-chosen={isDate || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          Pick a date
        </option>
        {earlier.map((week) => (
          <option key={week.id} value={week.id}>
            Since {date(day(week), timeZone)}
          </option>
        ))}
      </select>
    </fieldset>
  );
}

type SubmissionStepsProps = {
  weeks: readonly Submission[];
  shown: Submission;
  timeZone: string;
  isOnProject: boolean;
};

/** Renders nothing if there is only one submission. */
function SubmissionSteps({ weeks, shown, timeZone, isOnProject }: SubmissionStepsProps) {
  const navigate = useNavigate();
  const index = weeks.indexOf(shown);
  const [later, earlier] = [weeks[index - 1], weeks[index + 1]];
  if (weeks.length < 2) return null;
  const { projectId } = shown;
  /** The project page's URL leaves out the newest submission. */
  const linkTo = (week: Submission) =>
    isOnProject
      ? ({
          to: ROUTES.project,
          params: { id: projectId },
          search: (now: object) => ({ ...now, week: week === weeks[0] ? undefined : week.id }),
        } as const)
      : ({
          to: ROUTES.week,
          params: { projectId, submissionId: week.id },
          search: comparisonSearch,
        } as const);
  const navigation = { replace: isOnProject, resetScroll: false };
  return (
    <nav aria-label="Weeks" className={classes.steps}>
      {earlier ? (
        <Link {...linkTo(earlier)} {...navigation}>
          <span aria-hidden>←</span> <span className="visually-hidden">Earlier week: </span>
          {earlier.title}
        </Link>
      ) : null}
      <select
        aria-label="Week"
        value={shown.id}
        onChange={(event) => {
          const chosen = weeks.find(({ id }) => id === event.target.value);
          if (chosen) void navigate({ ...linkTo(chosen), ...navigation });
        }}
      >
        {weeks.map((week) => (
          <option key={week.id} value={week.id}>
            {week.title} · {dateAndAge(documentedDay(week, timeZone), timeZone)}
          </option>
        ))}
      </select>
      {later ? (
        <Link {...linkTo(later)} {...navigation}>
          <span className="visually-hidden">Later week: </span>
          {later.title} <span aria-hidden>→</span>
        </Link>
      ) : null}
    </nav>
  );
}
