import { VISIT_STATE_LABELS, dueText } from '#domain/visit-texts.ts';
import { Badge, Button, Group, Text } from '@mantine/core';
import {
  IconBuilding,
  IconCalendarEvent,
  IconCalendarX,
  IconCloudRain,
  IconFileDescription,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, Suspense, useState } from 'react';
import type { Visit, VisitState } from '#domain/visits.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ActionsMenu, type MenuAction } from '#web/ui/actions-menu.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { useVisitChanges } from './use-visit-changes.ts';
import type { VisitTask } from './visit-task-dialog.tsx';
import classes from './visits.module.css';

// Includes the date picker, which the overview doesn't need.
const VisitTaskDialog = lazyComponent(() => import('./visit-task-dialog.tsx'), 'VisitTaskDialog');

const COLORS: Partial<Record<VisitState, string>> = {
  requested: 'yellow',
  flown: 'blue',
  delivered: 'green',
  missed: 'red',
};

export const stateColor = (state: VisitState) => COLORS[state] ?? 'gray';

const VisitBadge = ({ state }: { state: VisitState }) => (
  <Badge color={stateColor(state)} variant="light" tt="none">
    {VISIT_STATE_LABELS[state]}
  </Badge>
);

const nameOf = ({ dueAt, timeZone, projectName }: Visit) =>
  `the visit ${dueText(dueAt, timeZone)} at ${projectName}`;

function detailsOf({ pilot, contents, movedFrom, timeZone, reason, requestedBy }: Visit) {
  return [
    pilot ? `${pilot.name}${pilot.isActive ? '' : ' (deactivated)'}` : 'No pilot',
    contents.join(', '),
    movedFrom && `was ${dueText(movedFrom, timeZone)}`,
    requestedBy && `requested by ${requestedBy}`,
    reason,
  ]
    .filter(Boolean)
    .join(' · ');
}

type VisitRowProps = { visit: Visit; withProject?: boolean };

/** A list item with the actions of staff. */
export function VisitRow({ visit, withProject = false }: VisitRowProps) {
  const { dueAt, timeZone, projectId, projectName, state } = visit;
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Text fw={500} className="tabular">
          {dueText(dueAt, timeZone)}
          {withProject ? (
            <>
              {' · '}
              <TextLink to={ROUTES.operatorProject} params={{ projectId }} hash="visits" inherit>
                {projectName}
              </TextLink>
            </>
          ) : null}
        </Text>
        <Text c="dimmed" size="sm">
          {detailsOf(visit)}
        </Text>
      </div>
      <VisitBadge state={state} />
      <VisitActions visit={visit} />
    </li>
  );
}

type VisitActionsProps = {
  visit: Visit;
  /** A button that opens the menu, which then also has what the buttons of a row do. */
  target?: ReactElement;
};

export function VisitActions({ visit, target }: VisitActionsProps) {
  const { state, submissionId, projectId } = visit;
  const navigate = useNavigate();
  const { accept, isBusy } = useVisitChanges();
  const [task, setTask] = useState<VisitTask | null>(null);
  const isOpen = state === 'planned' || state === 'missed';
  const isFlown = state === 'flown' || state === 'delivered';
  const isRequested = state === 'requested';
  const open = (wanted: VisitTask) => () => setTask(wanted);
  const actions: (MenuAction | false)[] = [
    target !== undefined && isRequested && { label: 'Accept', run: () => accept(visit) },
    target !== undefined && isRequested && { label: 'Decline', run: open('cancel') },
    !isFlown && {
      label: isOpen ? 'Move or Change Pilot' : 'Plan for Another Time',
      Icon: IconCalendarEvent,
      run: open('move'),
    },
    isOpen && { label: 'Weathered Out', Icon: IconCloudRain, run: open('weather') },
    isOpen && { label: 'Cancel Visit', Icon: IconCalendarX, run: open('cancel') },
    submissionId !== null && {
      label: 'View Submission',
      Icon: IconFileDescription,
      run: () => void navigate({ to: ROUTES.submission, params: { submissionId } }),
    },
    target !== undefined && {
      label: 'View Project',
      Icon: IconBuilding,
      run: () => void navigate({ to: ROUTES.operatorProject, params: { projectId } }),
    },
  ];
  return (
    <>
      {isRequested && !target ? (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" loading={isBusy} onClick={() => accept(visit)}>
            Accept
          </Button>
          <Button size="xs" variant="default" onClick={open('cancel')}>
            Decline
          </Button>
        </Group>
      ) : null}
      <ActionsMenu
        name={nameOf(visit)}
        target={target}
        actions={actions.map((action) => action || null)}
      />
      <Suspense>
        {task ? <VisitTaskDialog task={task} visit={visit} onClose={() => setTask(null)} /> : null}
      </Suspense>
    </>
  );
}
