import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { ToolButton } from './tool-button.tsx';

export type WeekStepsProps = {
  canWalkWeeks: (by: 1 | -1) => boolean;
  onWalkWeeks: (by: 1 | -1) => void;
};

/** To the same viewpoint a week earlier. */
export const EarlierWeek = ({ canWalkWeeks, onWalkWeeks }: WeekStepsProps) => (
  <ToolButton
    label="Earlier week"
    shortcut="ArrowLeft"
    icon={IconChevronsLeft}
    isDisabled={!canWalkWeeks(-1)}
    onClick={() => onWalkWeeks(-1)}
  />
);

/** To the same viewpoint a week later. */
export const LaterWeek = ({ canWalkWeeks, onWalkWeeks }: WeekStepsProps) => (
  <ToolButton
    label="Later week"
    shortcut="ArrowRight"
    icon={IconChevronsRight}
    isDisabled={!canWalkWeeks(1)}
    onClick={() => onWalkWeeks(1)}
  />
);
