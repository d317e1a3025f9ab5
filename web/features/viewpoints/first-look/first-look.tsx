import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComparedView } from '#domain/compared-views.ts';
import type { Submission } from '#domain/submissions.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { ChangedView } from './changed-view.tsx';
import classes from './first-look.module.css';
import { SinceChoice } from './since-choice.tsx';
import { comparisonOf, LOOK_SIZES } from './since.ts';
import { ViewpointChoice } from './viewpoint-choice.tsx';
import { WeekSteps } from './week-steps.tsx';

type FirstLookProps = {
  projectId: string;
  timeZone: string;
  /** The published weeks, the newest first; undefined while they load. */
  weeks: readonly Submission[] | undefined;
  /** The week to show; the newest that can be compared when undefined. */
  weekId: string | undefined;
  /** Whether a week is chosen on the page of the project, or has a page of its own. */
  isOnProject?: boolean;
};

/** What a week changed, before anything else of a page: one viewpoint before and now, with the choice of others. */
export function FirstLook({
  projectId,
  timeZone,
  weeks = [],
  weekId,
  isOnProject = false,
}: FirstLookProps) {
  const { viewpoint, since } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useQuery({
    ...comparisonOf({ projectId, submissionId: weekId, since }),
    placeholderData: keepPreviousData,
  });
  const choose = (search: { viewpoint?: string; since?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, ...search }),
      replace: true,
      resetScroll: false,
    });
  const views = query.data?.views ?? [];
  const view =
    views.find(({ viewpoint: { id } }) => id === viewpoint) ??
    views.find(({ viewpoint: { id } }) => id === query.data?.firstId) ??
    null;
  const shownId = weekId ?? view?.after.submissionId;
  const shown = weeks.find(({ id }) => id === shownId) ?? weeks[0];
  const cover = shown?.cover ?? null;
  const earlier = shown ? weeks.slice(weeks.indexOf(shown) + 1) : [];
  if (query.data && !view && !cover && weeks.length < 2) return null;
  return (
    <section className={classes.look} aria-label="What changed" aria-busy={query.isPlaceholderData}>
      {shown ? (
        <div className={classes.head}>
          <WeekSteps {...{ weeks, shown, timeZone, isOnProject }} />
          <SinceChoice
            {...{ shown, timeZone, since }}
            earlier={earlier.filter(({ photoCount }) => photoCount > 0)}
            onChange={(next) => choose({ since: next })}
          />
        </div>
      ) : (
        <Skeleton height={36} />
      )}
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the comparison" query={query} />
      ) : (
        <div className={classes.stage}>
          {query.isPending ? (
            <Skeleton className={classes.picture} height="auto" aria-label="Loading comparison" />
          ) : (
            <ChangedView {...{ view, cover, timeZone }} sizes={LOOK_SIZES} isEager />
          )}
          {view && views.length > 1 ? (
            <ViewpointChoice
              views={views}
              shownId={view.viewpoint.id}
              onChange={(id) => choose({ viewpoint: id })}
            />
          ) : null}
        </div>
      )}
      {view ? <About view={view} projectId={projectId} /> : null}
    </section>
  );
}

type AboutProps = { view: ComparedView; projectId: string };

/** What the picture shows, and the way to all of its weeks. */
function About({ view: { viewpoint, before }, projectId }: AboutProps) {
  return (
    <p className={classes.about}>
      <strong>{viewpoint.name}</strong>{' '}
      <span className={classes.quiet}>
        {before ? null : 'No earlier photo from here to compare'}
      </span>
      <TextLink
        className="screen-only"
        to={ROUTES.viewpoint}
        params={{ projectId, viewpointId: viewpoint.id }}
        ml="auto"
      >
        All weeks<span className="visually-hidden"> of {viewpoint.name}</span>
      </TextLink>
    </p>
  );
}
