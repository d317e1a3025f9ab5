import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { ToolButton } from './tool-button.tsx';
import type { ViewerState } from './use-viewer.ts';

type WeekStepProps = { viewer: ViewerState };

/** To the same viewpoint a week earlier. */
export const EarlierWeek = ({ viewer }: WeekStepProps) => (
  <WeekStep {...{ viewer }} by={-1} label="Earlier week" shortLabel="Earlier" />
);

/** To the same viewpoint a week later. */
export const LaterWeek = ({ viewer }: WeekStepProps) => (
  <WeekStep {...{ viewer }} by={1} label="Later week" shortLabel="Later" />
);

type StepProps = WeekStepProps & { by: 1 | -1; label: string; shortLabel: string };

function WeekStep({ viewer, by, label, shortLabel }: StepProps) {
  const week = viewer.weekAt(by);
  return (
    <ToolButton
      {...{ label, shortLabel }}
      target={week}
      shortcut={by < 0 ? 'ArrowLeft' : 'ArrowRight'}
      icon={by < 0 ? IconChevronsLeft : IconChevronsRight}
      isDisabled={week === null}
      onClick={() => viewer.walkWeeks(by)}
    />
  );
}
