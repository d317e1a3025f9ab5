import { VISIT_RECORD_WEEKS } from '#domain/visit-texts.ts';
import { Stack, Text } from '@mantine/core';
import type { VisitOverview } from '#domain/overview.ts';
import type { Visit } from '#domain/visits.ts';
import { count, counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { VisitRow } from './visit-row.tsx';
import classes from './visits.module.css';

type Listed<Item> = { total: number; first: readonly Item[] };

/** Nothing if no visits were planned or requested. */
export function VisitOverviewSection({ visits }: { visits: VisitOverview }) {
  const { dueToday, requested, missed, record } = visits;
  if (dueToday.total + requested.total + missed.total + record.due === 0) return null;
  return (
    <Section
      title="Visits"
      id="visits"
      action={
        <TextLink className="screen-only" to={ROUTES.calendar}>
          Calendar
        </TextLink>
      }
    >
      <Stack gap="md">
        <VisitGroup title="Requested" visits={requested} />
        <VisitGroup title="Due today" visits={dueToday} empty="No visits due today" />
        <ul className={classes.list}>
          {missed.first.map(({ projectId, projectName, days }) => (
            <li key={projectId} className={classes.row}>
              <div className={classes.text}>
                <Text>
                  Missed: {days === null ? 'no visit yet' : `no visit for ${counted(days, 'day')}`}
                </Text>
                <TextLink to={ROUTES.operatorProject} params={{ projectId }} hash="visits">
                  {projectName}
                </TextLink>
              </div>
            </li>
          ))}
          <Rest of={missed} name="missed" />
        </ul>
        {record.due > 0 ? (
          <Text c="dimmed" size="sm" className="tabular">
            {count(record.onTime)} of {count(record.due)} delivered on time in the last{' '}
            {VISIT_RECORD_WEEKS} weeks
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

type VisitGroupProps = { title: string; visits: Listed<Visit>; empty?: string };

function VisitGroup({ title, visits, empty }: VisitGroupProps) {
  if (visits.total === 0) return empty ? <Text c="dimmed">{empty}</Text> : null;
  return (
    <div>
      <Text component="h3" fw={600}>
        {title}
      </Text>
      <ul className={classes.list}>
        {visits.first.map((visit) => (
          <VisitRow key={visit.id} visit={visit} withProject />
        ))}
        <Rest of={visits} name={title.toLowerCase()} />
      </ul>
    </div>
  );
}

function Rest({ of: { total, first }, name }: { of: Listed<unknown>; name: string }) {
  if (total <= first.length) return null;
  return (
    <li className={classes.row}>
      <TextLink to={ROUTES.calendar}>
        {count(total - first.length)} more {name}
      </TextLink>
    </li>
  );
}
