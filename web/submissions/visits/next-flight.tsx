import { PLANNED_WEEKS, VISIT_STATE_LABELS, dueText, planText } from '#domain/visit-texts.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Project } from '#domain/projects.ts';
import type { Visit } from '#domain/visits.ts';
import { api } from '#web/lib/api.ts';
import { date, dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { useNow } from '#web/ui/use-now.ts';

// Includes the date picker.
const RequestDialog = lazyComponent(() => import('./request-dialog.tsx'), 'RequestDialog');

const DAY_MS = 86_400_000;
const MAX_PROJECTS = 4;

function useComingVisits(projectId?: string): Visit[] {
  const now = useNow();
  const today = Date.parse(dayOf(now.toISOString(), projectId ? 'UTC' : DEFAULT_TIME_ZONE));
  const { data } = useQuery(
    api.visits.list.queryOptions({
      input: {
        from: new Date(today - DAY_MS).toISOString(),
        until: new Date(today + (PLANNED_WEEKS + 1) * 7 * DAY_MS).toISOString(),
        ...(projectId && { projectId }),
      },
    }),
  );
  return (data?.visits ?? []).filter(({ dueAt }) => Date.parse(dueAt) > now.getTime());
}

/** The next planned visit of each project, soonest first. */
export function NextFlights() {
  const planned = useComingVisits().filter(({ state }) => state === 'planned');
  const next = planned.filter(
    ({ projectId }, index) => planned.findIndex((each) => each.projectId === projectId) === index,
  );
  if (next.length === 0) return null;
  return (
    <div>
      {next.slice(0, MAX_PROJECTS).map(({ id, dueAt, timeZone, projectId, projectName }) => (
        <Text key={id} className="tabular">
          Next flight: <strong>{dueText(dueAt, timeZone)}</strong> ·{' '}
          <TextLink to={ROUTES.project} params={{ id: projectId }} inherit>
            {projectName}
          </TextLink>
        </Text>
      ))}
    </div>
  );
}

/** Nothing if clients don't see the visits of this project. */
export function NextFlight({ project }: { project: Project }) {
  const { id: projectId, timeZone } = project;
  const { data } = useQuery(api.visits.getPlan.queryOptions({ input: { projectId } }));
  const visits = useComingVisits(projectId);
  const [isRequesting, dialog] = useDisclosure(false);
  const plan = data?.plan;
  if (!plan) return null;
  const next = visits.find(({ state }) => state === 'planned');
  const others = visits.filter(
    (visit) =>
      visit !== next &&
      (visit.requestedBy !== null ||
        (visit.state !== 'planned' && visit.dueAt < (next?.dueAt ?? '9'))),
  );
  return (
    <Stack gap={2} mt="xs" className="tabular" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text fw={500}>
          {next ? `Next flight: ${dueText(next.dueAt, timeZone)}` : 'No flight planned'}
        </Text>
        <Button variant="subtle" size="compact-sm" className="screen-only" onClick={dialog.open}>
          Request a Visit
        </Button>
      </Group>
      {next?.movedFrom ? (
        <Text size="sm" c="dimmed">
          Moved from {dueText(next.movedFrom, timeZone)}
        </Text>
      ) : null}
      {others.map(({ id, state, dueAt, reason }) => (
        <Text key={id} size="sm" c="dimmed">
          {VISIT_STATE_LABELS[state]}: {dueText(dueAt, timeZone)}
          {reason ? ` · ${reason}` : ''}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {plan.pausedSince
          ? `Paused since ${date(plan.pausedSince, timeZone)}: ${plan.pauseReason}`
          : planText(plan)}
        <TextLink to={ROUTES.account} hash="calendar" ml="sm" inherit className="screen-only">
          Add to Calendar
        </TextLink>
      </Text>
      <Suspense>
        {isRequesting ? (
          <RequestDialog {...{ projectId, timeZone }} onClose={dialog.close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}
