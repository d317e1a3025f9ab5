import { type CSSProperties, type ReactNode, useState } from 'react';
import { CompareLabel } from './compare-label.tsx';
import styles from './compare-slider.module.css';
import { Divider } from './divider.tsx';
import { SLIDER } from './slider-position.ts';

type CompareSliderProps = {
  before: ReactNode;
  after: ReactNode;
  /** The day of each picture, shown on it and in the name of the divider. */
  beforeLabel: string;
  afterLabel: string;
  hasLabels?: boolean;
  /** Whether a press anywhere moves the divider, not only one on its handle. */
  isPressable?: boolean;
  /** Whether the arrow keys move the divider after a press. */
  takesFocus?: boolean;
  /** Percent from the left at first. */
  start?: number;
  /** Receives where the divider was left. */
  onRest?: (percent: number) => void;
};

/** Two pictures on one another with a divider between them. */
export function CompareSlider(props: CompareSliderProps) {
  const { before, after, beforeLabel, afterLabel, hasLabels = true, isPressable = true } = props;
  const [percent, setPercent] = useState<number>(props.start ?? SLIDER.start);
  return (
    <div
      className={styles.slider}
      data-pressable={isPressable || undefined}
      style={{ '--percent': `${percent}%` } as CSSProperties}
    >
      <div className={styles.layer}>
        {after}
        {hasLabels ? <CompareLabel side="after">{afterLabel}</CompareLabel> : null}
      </div>
      <div className={`${styles.layer} ${styles.before}`}>
        {before}
        {hasLabels ? <CompareLabel side="before">{beforeLabel}</CompareLabel> : null}
      </div>
      <Divider
        label={`Divider between ${beforeLabel} and ${afterLabel}`}
        {...{ percent, isPressable }}
        takesFocus={props.takesFocus}
        onMove={setPercent}
        onRest={props.onRest}
      />
    </div>
  );
}
