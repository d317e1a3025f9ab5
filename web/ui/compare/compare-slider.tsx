import { type ReactNode, useState } from 'react';
import styles from './compare-slider.module.css';
import { Divider } from './divider.tsx';
import { SLIDER } from './slider-position.ts';

type CompareSliderProps = {
  before: ReactNode;
  after: ReactNode;
  /** The day of each picture, shown on it and in the divider's accessible name. */
  beforeLabel: string;
  afterLabel: string;
  hasLabels?: boolean;
  isPressable?: boolean;
  /** Whether a press focuses the divider, so that the arrow keys move it. */
  takesFocus?: boolean;
  start?: number;
  onRest?: (percent: number) => void;
};

export function CompareSlider(props: CompareSliderProps) {
  const { before, after, beforeLabel, afterLabel, hasLabels = true, isPressable = true } = props;
  const [percent, setPercent] = useState<number>(props.start ?? SLIDER.start);
  return (
    <div className={styles.slider} data-pressable={isPressable || undefined}>
      <div className={styles.layer}>
        {after}
        {hasLabels ? <span className={styles.label}>{afterLabel}</span> : null}
      </div>
      <div
        className={`${styles.layer} ${styles.before}`}
        // Not a CSS variable, because everything inside the pictures would inherit each new value.
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      >
        {before}
        {hasLabels ? <span className={styles.label}>{beforeLabel}</span> : null}
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
