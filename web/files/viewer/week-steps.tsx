import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { ToolButton } from './tool-button.tsx';

export type WeekStepsProps = {
  /** The title of the week that a step leads to; null at the ends. */
  weekAt: (by: 1 | -1) => string | null;
  onWalkWeeks: (by: 1 | -1) => void;
};

/** To the same viewpoint a week earlier. */
export const EarlierWeek = (props: WeekStepsProps) => (
  <WeekStep {...props} by={-1} label="Earlier week" shortLabel="Earlier" />
);

/** To the same viewpoint a week later. */
export const LaterWeek = (props: WeekStepsProps) => (
  <WeekStep {...props} by={1} label="Later week" shortLabel="Later" />
);

type WeekStepProps = WeekStepsProps & { by: 1 | -1; label: string; shortLabel: string };

function WeekStep({ by, label, shortLabel, weekAt, onWalkWeeks }: WeekStepProps) {
  const week = weekAt(by);
  return (
    <ToolButton
      {...{ label, shortLabel }}
      target={week}
      shortcut={by < 0 ? 'ArrowLeft' : 'ArrowRight'}
      icon={by < 0 ? IconChevronsLeft : IconChevronsRight}
      isDisabled={week === null}
      onClick={() => onWalkWeeks(by)}
    />
  );
}
