import { IconChevronDown, IconChevronUp, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type Comparison, type Photos, stepComparison } from './comparison.ts';
import { pairMessage } from './pair-message.ts';
import { switchPaired } from './pairing.ts';
import type { CompareLayout } from '../opening.ts';
import { type ChangesState, changesMessage } from '../changes/use-changes.ts';
import { ModeSwitch } from '../mode-switch.tsx';
import { ToolButton } from '../tool-button.tsx';
import { EarlierWeek, LaterWeek, type WeekStepsProps } from '../week-steps.tsx';
import styles from './compare-tools.module.css';
import type { Viewport, ViewportAction } from '../picture/viewport.ts';
import { ZoomTools } from '../picture/zoom-tools.tsx';

type CompareToolsProps = {
  comparison: Comparison;
  photos: Photos;
  view: Viewport;
  dispatch: (action: ViewportAction) => void;
  onChange: (comparison: Comparison) => void;
  onWalk: (by: 1 | -1) => void;
  layout: CompareLayout;
  onLayout: (layout: CompareLayout) => void;
  /** Whether it is known how the photos lie on one another. */
  canAlign: boolean;
  isAsTaken: boolean;
  onAsTaken: (isAsTaken: boolean) => void;
  /** What has changed is marked, and how far that is. */
  isMarked: boolean;
  onMarked: (isMarked: boolean) => void;
  changes: ChangesState;
} & WeekStepsProps;

const LAYOUTS = [
  ['sidebyside', 'Side by side'],
  ['slider', 'Slider'],
  ['fade', 'Fade'],
  ['blink', 'Blink'],
  ['lens', 'Lens'],
] as const;

const ALIGNMENTS = [
  ['aligned', 'Aligned'],
  ['marked', 'Changes'],
  ['taken', 'As taken'],
] as const;

/** Below the panes: weeks, the layout, previous and next pair, pairing, zoom and rotation. */
export function CompareTools(props: CompareToolsProps) {
  const { comparison, photos, view, dispatch, onChange, onWalk, layout, onLayout } = props;
  const { canAlign, isAsTaken, onAsTaken, isMarked, onMarked, changes } = props;
  return (
    <div className={styles.tools}>
      <EarlierWeek {...props} />
      <ModeSwitch label="Layout" modes={LAYOUTS} value={layout} onChange={onLayout} />
      <LaterWeek {...props} />
      <div className={styles.state}>
        <output className={styles.reason}>
          {changesMessage(changes) || pairMessage(comparison, photos, canAlign && !isAsTaken)}
        </output>
        {canAlign ? (
          <ModeSwitch
            label="Alignment"
            modes={ALIGNMENTS}
            value={isAsTaken ? 'taken' : isMarked ? 'marked' : 'aligned'}
            onChange={(next) => {
              onAsTaken(next === 'taken');
              onMarked(next === 'marked');
            }}
          />
        ) : null}
      </div>
      <div className={styles.pairs}>
        <ToolButton
          label="Previous pair"
          shortcut="ArrowUp"
          icon={IconChevronUp}
          isDisabled={!stepComparison(comparison, photos, -1)}
          onClick={() => onWalk(-1)}
        />
        <ToolButton
          label="Next pair"
          shortcut="ArrowDown"
          icon={IconChevronDown}
          isDisabled={!stepComparison(comparison, photos, 1)}
          onClick={() => onWalk(1)}
        />
      </div>
      <ToolButton
        label="Keep both photos on the same viewpoint"
        icon={comparison.isPaired ? IconLock : IconLockOpen}
        isPressed={comparison.isPaired}
        onClick={() => onChange(switchPaired(comparison, photos))}
      />
      <div className={styles.zoomGroup}>
        <ZoomTools view={view} dispatch={dispatch} />
      </div>
    </div>
  );
}
