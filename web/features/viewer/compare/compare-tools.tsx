import { IconChevronDown, IconChevronUp, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type Comparison, type Photos, reasonOf, stepComparison, turnOf } from './comparison.ts';
import type { CompareLayout } from '../opening.ts';
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
} & WeekStepsProps;

const LAYOUTS = [
  ['sidebyside', 'Side by side'],
  ['slider', 'Slider'],
] as const;

const REASONS = {
  viewpoint: 'Same viewpoint',
  position: 'Same position',
  order: 'Paired by order',
} as const;

/** Below the panes: weeks, the layout, previous and next pair, pairing, zoom and rotation. */
export function CompareTools(props: CompareToolsProps) {
  const { comparison, photos, view, dispatch, onChange, onWalk, layout, onLayout } = props;
  const reason = reasonOf(comparison, photos);
  const turn = Math.abs(Math.round(turnOf(comparison, photos)));
  return (
    <div className={styles.tools}>
      <EarlierWeek {...props} />
      <ModeSwitch label="Layout" modes={LAYOUTS} value={layout} onChange={onLayout} />
      <LaterWeek {...props} />
      <output className={styles.reason}>
        {reason ? REASONS[reason] : ''}
        {turn > 0 ? `, turned ${turn}°` : ''}
      </output>
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
        onClick={() => onChange({ ...comparison, isPaired: !comparison.isPaired })}
      />
      <div className={styles.zoomGroup}>
        <ZoomTools view={view} dispatch={dispatch} />
      </div>
    </div>
  );
}
