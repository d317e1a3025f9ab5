import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { groupBy } from '#domain/group-by.ts';
import { dateText } from '#domain/date-format.ts';
import { MAX_LISTED_VISITS } from '#domain/visit-texts.ts';
import type { Visit } from '#domain/visits.ts';
import { daysOfMonth, dayOfVisit, VisitMonth } from '#web/submissions/visits/visit-month.tsx';
import { VisitRow } from '#web/submissions/visits/visit-row.tsx';
import classes from '#web/submissions/visits/visits.module.css';
import { api } from '#web/lib/api.ts';
import { count, dateAndAge, dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { FilterSwitch } from '#web/ui/filter-bar.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';

const DAY_MS = 86_400_000;
const VIEWS = [
  { value: 'month', label: 'Month' },
  { value: 'list', label: 'List' },
] as const;

/** `month` is 'YYYY-MM'. */
export type CalendarSearch = { month?: string | undefined; view?: 'list' | undefined };

const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
};

/** Visits of all projects. Phones always show the list. */
export function CalendarScreen() {
  const navigate = useNavigate();
  const search: CalendarSearch = useSearch({ strict: false });
  const isPhone = useMediaQuery('(width < 48em)') ?? false;
  const today = dayOf(useNow().toISOString(), DEFAULT_TIME_ZONE);
  const month = search.month ?? today.slice(0, 7);
  const isList = isPhone || search.view === 'list';
  const days = daysOfMonth(month);
  const at = (day: string, daysLater: number) =>
    new Date(Date.parse(day) + daysLater * DAY_MS).toISOString();
  const query = useQuery(
    api.visits.list.queryOptions({
      input: { from: at(days.at(0) ?? month, -1), until: at(days.at(-1) ?? month, 2) },
      placeholderData: keepPreviousData,
    }),
  );
  const show = (changes: CalendarSearch) =>
    void navigate({ to: ROUTES.calendar, search: { ...search, ...changes }, replace: true });
  return (
    <Page
      title="Calendar"
      subtitle="Visits of all projects"
      actions={
        <TextLink to={ROUTES.operatorAccount} hash="calendar">
          Subscribe
        </TextLink>
      }
    >
      <Group justify="space-between" gap="md">
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Previous month"
            onClick={() => show({ month: monthAfter(month, -1) })}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Next month"
            onClick={() => show({ month: monthAfter(month, 1) })}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <Button variant="default" onClick={() => show({ month: undefined })}>
            Today
          </Button>
          <Text component="h2" fw={600} size="lg" aria-live="polite">
            {dateText(`${month}-01`, { timeZone: 'UTC', month: 'long', year: 'numeric' })}
          </Text>
        </Group>
        {isPhone ? null : (
          <FilterSwitch
            isAtEnd
            label="View"
            choices={VIEWS}
            value={search.view ?? 'month'}
            onChange={(view) => show({ view: view === 'list' ? view : undefined })}
          />
        )}
      </Group>
      <Loaded
        query={query}
        failed="Failed to load the calendar"
        waiting={<Skeleton height={480} aria-label="Loading the calendar" />}
      >
        {({ visits }) => (
          <>
            {visits.length === MAX_LISTED_VISITS ? (
              <Text c="dimmed">Only the first {count(visits.length)} visits are shown.</Text>
            ) : null}
            {isList ? (
              <VisitList visits={visits.filter((visit) => dayOfVisit(visit).startsWith(month))} />
            ) : (
              <VisitMonth {...{ month, today, visits }} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function VisitList({ visits }: { visits: readonly Visit[] }) {
  if (visits.length === 0) {
    return (
      <EmptyState
        icon={IconCalendar}
        title="No visits this month"
        action={<TextLink to={ROUTES.allProjects}>View Projects</TextLink>}
      >
        Plan visits on the page of a project.
      </EmptyState>
    );
  }
  return [...groupBy(visits, dayOfVisit)].map(([day, ofDay]) => (
    <Stack key={day} component="section" gap={0} aria-label={day}>
      <Text component="h3" fw={600}>
        {dateText(day, { timeZone: 'UTC', weekday: 'long' })}, {dateAndAge(day, 'UTC')}
      </Text>
      <ul className={classes.list}>
        {ofDay.map((visit) => (
          <VisitRow key={visit.id} visit={visit} withProject />
        ))}
      </ul>
    </Stack>
  ));
}
