import { PLANNED_WEEKS, planText } from '#domain/visit-texts.ts';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#domain/projects.ts';
import type { VisitPlan } from '#domain/visit-plans.ts';
import { api } from '#web/lib/api.ts';
import { date, dayOf } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { Section } from '#web/ui/section.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { useVisitChanges } from './use-visit-changes.ts';
import { ReasonDialog, VisitDialog } from './visit-dialogs.tsx';
import { VisitRow } from './visit-row.tsx';
import classes from './visits.module.css';

const DAY_MS = 86_400_000;
const PORTIONS = { name: 'visits', first: 5, more: 10 };

type Task = 'plan' | 'pause' | 'add';

/** The visit plan and visits of a project, for staff. */
export function VisitSection({ project }: { project: Project }) {
  const { id: projectId, timeZone } = project;
  const query = useQuery(api.visits.getPlan.queryOptions({ input: { projectId } }));
  const [task, setTask] = useState<Task | null>(null);
  const onClose = () => setTask(null);
  const today = dayOf(useNow().toISOString(), timeZone);
  const plan = query.data?.plan ?? null;
  return (
    <Section
      title="Visits"
      id="visits"
      action={plan ? <PlanActions plan={plan} projectId={projectId} onTask={setTask} /> : null}
    >
      <Loaded
        query={query}
        failed="Failed to load the visits"
        waiting={<Skeleton height={120} aria-label="Loading the visits" />}
      >
        {() =>
          plan ? (
            <PlannedVisits plan={plan} project={project} />
          ) : (
            <EmptyState
              icon={IconCalendarPlus}
              title="No visit plan"
              isFramed={false}
              action={<Button onClick={() => setTask('plan')}>Plan Visits</Button>}
            >
              Plan when this site is flown, and clients see the next visit.
            </EmptyState>
          )
        }
      </Loaded>
      {task === 'plan' ? <PlanDialog {...{ projectId, plan, today, onClose }} /> : null}
      {task === 'pause' ? <PauseDialog {...{ projectId, onClose }} /> : null}
      {task === 'add' ? <AddDialog {...{ projectId, timeZone, onClose }} /> : null}
    </Section>
  );
}

type PlanActionsProps = { plan: VisitPlan; projectId: string; onTask: (task: Task) => void };

function PlanActions({ plan, projectId, onTask }: PlanActionsProps) {
  const withToasts = useMutationToasts(api.visits.key(), api.overview.key());
  const resume = useMutation(
    api.visits.resume.mutationOptions(withToasts('Visits resumed', 'Failed to resume the visits')),
  );
  const isPaused = plan.pausedSince !== null;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        loading={resume.isPending}
        onClick={() => (isPaused ? resume.mutate({ projectId }) : onTask('pause'))}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button size="xs" variant="default" onClick={() => onTask('plan')}>
        Edit Plan
      </Button>
      <Button size="xs" variant="default" onClick={() => onTask('add')}>
        Add Visit
      </Button>
    </Group>
  );
}

function PlannedVisits({ plan, project }: { plan: VisitPlan; project: Project }) {
  const { id: projectId, timeZone } = project;
  // To the day, so that the query's key changes once a day.
  const today = Date.parse(dayOf(useNow().toISOString(), timeZone));
  const query = useQuery(
    api.visits.list.queryOptions({
      input: {
        projectId,
        from: new Date(today - 14 * DAY_MS).toISOString(),
        until: new Date(today + (PLANNED_WEEKS + 1) * 7 * DAY_MS).toISOString(),
      },
    }),
  );
  const visits = query.data?.visits ?? [];
  const { shown, total, showMore } = useShowMore(visits, PORTIONS);
  return (
    <Stack gap="sm">
      <Text>
        {planText(plan)}
        {plan.isForClients ? '' : ' · not shown to clients'}
      </Text>
      {plan.pausedSince ? (
        <Alert color="yellow" p="xs">
          Paused since {date(plan.pausedSince, timeZone)}: {plan.pauseReason}
        </Alert>
      ) : null}
      <Loaded
        query={query}
        failed="Failed to load the visits"
        waiting={<Skeleton height={160} aria-label="Loading the visits" />}
      >
        {() =>
          total === 0 ? (
            <Text c="dimmed">
              {project.status === 'active'
                ? `No visits in the coming ${PLANNED_WEEKS} weeks.`
                : 'Visits are planned while the project is active. Change its status under Edit.'}
            </Text>
          ) : (
            <ul className={classes.list}>
              {shown.map((visit) => (
                <VisitRow key={visit.id} visit={visit} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore label="Show More Visits" shown={shown.length} total={total} onPress={showMore} />
    </Stack>
  );
}

function PauseDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const withToasts = useMutationToasts(api.visits.key(), api.overview.key());
  const pause = useMutation(
    api.visits.pause.mutationOptions(
      withToasts('Visits paused', 'Failed to pause the visits', onClose),
    ),
  );
  return (
    <ReasonDialog
      title="Pause Visits"
      description="Coming visits of the plan are removed until you resume. Clients who see the plan see this reason."
      placeholder="Waiting for steel"
      isBusy={pause.isPending}
      onSubmit={(reason) => pause.mutate({ projectId, reason })}
      onClose={onClose}
    />
  );
}

type AddDialogProps = { projectId: string; timeZone: string; onClose: () => void };

function AddDialog({ projectId, timeZone, onClose }: AddDialogProps) {
  const { add, isBusy } = useVisitChanges();
  return (
    <VisitDialog
      title="Add Visit"
      visit={null}
      {...{ projectId, timeZone, isBusy, onClose }}
      onSubmit={({ dueAt }) => add(projectId, dueAt, onClose)}
    />
  );
}
