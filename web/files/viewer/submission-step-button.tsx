import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { ToolButton } from './tool-button.tsx';
import type { ViewerState } from './use-viewer.ts';

export function SubmissionStepButton({ viewer, by }: { viewer: ViewerState; by: 1 | -1 }) {
  const week = viewer.weekAt(by);
  const shortLabel = by < 0 ? 'Earlier' : 'Later';
  return (
    <ToolButton
      label={`${shortLabel} week`}
      shortLabel={shortLabel}
      target={week}
      shortcut={by < 0 ? 'ArrowLeft' : 'ArrowRight'}
      icon={by < 0 ? IconChevronsLeft : IconChevronsRight}
      isDisabled={week === null}
      onClick={() => viewer.walkWeeks(by)}
    />
  );
}
