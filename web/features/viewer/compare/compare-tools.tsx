import { IconChevronLeft, IconChevronRight, IconLink, IconUnlink } from '@tabler/icons-react';
import { type Comparison, type Photos, reasonOf, stepComparison, turnOf } from './comparison.ts';
import { ModeSwitch } from '../mode-switch.tsx';
import { ToolButton } from '../tool-button.tsx';
import styles from './compare-tools.module.css';
import type { Viewport, ViewportAction } from '../picture/viewport.ts';
import { ZoomTools } from '../picture/zoom-tools.tsx';

export type CompareLayout = 'sidebyside' | 'slider';

type CompareToolsProps = {
  comparison: Comparison;
  photos: Photos;
  view: Viewport;
  dispatch: (action: ViewportAction) => void;
  onChange: (comparison: Comparison) => void;
  onWalk: (by: 1 | -1) => void;
  layout: CompareLayout;
  onLayout: (layout: CompareLayout) => void;
};

const LAYOUTS = [
  ['sidebyside', 'Side by side'],
  ['slider', 'Slider'],
] as const;

const REASONS = {
  viewpoint: 'Same viewpoint',
  position: 'Same position',
  order: 'Paired by order',
} as const;

/** Below the panes: previous and next pair, the layout, pairing, zoom and rotation. */
export function CompareTools(props: CompareToolsProps) {
  const { comparison, photos, view, dispatch, onChange, onWalk, layout, onLayout } = props;
  const reason = reasonOf(comparison, photos);
  const turn = Math.abs(Math.round(turnOf(comparison, photos)));
  return (
    <div className={styles.tools}>
      <ToolButton
        label="Previous pair"
        shortcut="ArrowLeft"
        icon={IconChevronLeft}
        isDisabled={!stepComparison(comparison, photos, -1)}
        onClick={() => onWalk(-1)}
      />
      <ModeSwitch label="Layout" modes={LAYOUTS} value={layout} onChange={onLayout} />
      <ToolButton
        className={styles.pairing}
        label="Keep both photos on the same viewpoint"
        icon={comparison.isPaired ? IconLink : IconUnlink}
        isPressed={comparison.isPaired}
        onClick={() => onChange({ ...comparison, isPaired: !comparison.isPaired })}
      />
      <output className={styles.reason}>
        {reason ? REASONS[reason] : ''}
        {turn > 0 ? `, turned ${turn}°` : ''}
      </output>
      <div className={styles.zoomGroup}>
        <ZoomTools view={view} dispatch={dispatch} />
      </div>
      <ToolButton
        label="Next pair"
        shortcut="ArrowRight"
        icon={IconChevronRight}
        isDisabled={!stepComparison(comparison, photos, 1)}
        onClick={() => onWalk(1)}
      />
    </div>
  );
}
