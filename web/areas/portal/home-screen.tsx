import { HeadedSection } from '#web/ui/section.tsx';
import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ClientOverview } from '#domain/overview.ts';
import { NoProjects } from '#web/projects/no-projects.tsx';
import { ProjectCard, SubmissionCard } from '#web/projects/project-card.tsx';
import { api } from '#web/lib/api.ts';
import { count, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import classes from './home-screen.module.css';
import { Link } from '@tanstack/react-router';
import { documentedDay } from '#domain/weeks.ts';
import { mediaCount } from '#web/submissions/published/submission-contents.ts';
import { NextFlights } from '#web/submissions/visits/next-flight.tsx';
import { ChangedView } from '#web/viewpoints/first-look/changed-view.tsx';

type NewsCardProps = {
  week: ClientOverview['news'][number];
  isEager: boolean;
};

function NewsCard({ week, isEager }: NewsCardProps) {
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

const NEWS_PORTIONS = { name: 'news', first: 4, more: 4 };
const UPDATE_PORTIONS = { name: 'updates', first: 6, more: 12 };

export function HomeScreen() {
  const query = useQuery(api.overview.client.queryOptions());
  return (
    <Page title="Dashboard" subtitle="What changed on your construction sites">
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the dashboard" query={query} />
      ) : (
        <Overview overview={query.data} />
      )}
    </Page>
  );
}

function Overview({ overview }: { overview: ClientOverview | undefined }) {
  return (
    <Stack gap="xl">
      <dl className={classes.figures}>
        <Figure label="Active Projects" value={overview?.activeProjects} />
        <Figure label="Total Projects" value={overview?.totalProjects} />
        <Figure label="This Week" value={overview?.thisWeek.length} />
        <div className="screen-only">
          <dt>Quick Access</dt>
          <dd>
            <TextLink to={ROUTES.map}>View Map</TextLink>
            <TextLink to={ROUTES.sharing}>Share a Project</TextLink>
          </dd>
        </div>
      </dl>
      <ErrorBoundaries>
        {overview ? <Content overview={overview} /> : <Skeletons />}
      </ErrorBoundaries>
    </Stack>
  );
}

const Figure = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd className="tabular">{value === undefined ? '–' : count(value)}</dd>
  </div>
);

function Content({ overview }: { overview: ClientOverview }) {
  if (overview.totalProjects === 0) return <NoProjects />;
  return (
    <ErrorBoundaries>
      <NextFlights />
      <News news={overview.news} />
      <HeadedSection
        title="Recent Projects"
        id="recent"
        action={
          <TextLink className="screen-only" to={ROUTES.projects}>
            View All
          </TextLink>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
          <ErrorBoundaries>
            {overview.recentProjects.slice(0, 3).map((project) => (
              <ProjectCard key={project.id} project={project} isEager />
            ))}
          </ErrorBoundaries>
        </SimpleGrid>
      </HeadedSection>
      <HeadedSection title="Updates This Week" id="updates">
        <Updates thisWeek={overview.thisWeek} />
      </HeadedSection>
    </ErrorBoundaries>
  );
}

/** Overviews cached by older versions have no `news`. */
function News({ news = [] }: Partial<Pick<ClientOverview, 'news'>>) {
  const { shown, total, showMore } = useShowMore(news, NEWS_PORTIONS);
  if (total === 0) return null;
  return (
    <Stack component="section" gap="md" aria-label="What changed">
      <div className={classes.news}>
        <ErrorBoundaries>
          {shown.map((week, index) => (
            <NewsCard key={week.id} week={week} isEager={index === 0} />
          ))}
        </ErrorBoundaries>
      </div>
      <ShowMore label="Show More Projects" shown={shown.length} total={total} onPress={showMore} />
    </Stack>
  );
}

function Updates({ thisWeek }: Pick<ClientOverview, 'thisWeek'>) {
  const { shown, total, showMore } = useShowMore(thisWeek, UPDATE_PORTIONS);
  if (total === 0) {
    return (
      <EmptyState icon={IconCalendarWeek} title="No Updates Yet">
        New updates appear here when they're published.
      </EmptyState>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        <ErrorBoundaries>
          {shown.map((submission) => (
            <SubmissionCard key={submission.id} submission={submission} />
          ))}
        </ErrorBoundaries>
      </SimpleGrid>
      <ShowMore label="Show More Updates" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}

const Skeletons = () => (
  <section className={classes.news} aria-busy aria-label="Loading">
    <Skeleton className={classes.waiting} height="auto" />
  </section>
);
