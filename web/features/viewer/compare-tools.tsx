import { IconChevronLeft, IconChevronRight, IconLink, IconUnlink } from '@tabler/icons-react';
import { type Comparison, type Photos, reasonOf, stepComparison, turnOf } from './comparison.ts';
import { ToolButton } from './tool-button.tsx';
import styles from './viewer.module.css';
import type { Viewport, ViewportAction } from './viewport.ts';
import { ZoomTools } from './zoom-tools.tsx';

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
    <div className={styles.compareTools}>
      <ToolButton
        label="Previous pair"
        shortcut="ArrowLeft"
        icon={IconChevronLeft}
        isDisabled={!stepComparison(comparison, photos, -1)}
        onClick={() => onWalk(-1)}
      />
      <fieldset className={styles.switch} aria-label="Layout">
        {LAYOUTS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={layout === name}
            onClick={() => onLayout(name)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ToolButton
        className={styles.pairing}
        label="Keep both panes on one viewpoint"
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
