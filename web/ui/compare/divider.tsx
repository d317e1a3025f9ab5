import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import styles from './divider.module.css';
import { clampPercent, keyedPercent, SLIDER } from './slider-position.ts';
import { useDividerDrag } from './use-divider-drag.ts';

type DividerProps = {
  label: string;
  /** Percent from the left. */
  percent: number;
  /** Whether a press anywhere in the frame moves it, not only on its handle. */
  isPressable?: boolean;
  /** Whether the arrow keys move it after a press. */
  takesFocus?: boolean;
  /** Called at every step, many times a second. */
  onMove: (percent: number) => void;
  /** Called with the final position after a move. */
  onRest?: ((percent: number) => void) | undefined;
};

/** The divider between two overlaid pictures or maps. Covers the positioned element that contains it. */
export function Divider(props: DividerProps) {
  const { label, percent, isPressable = false, takesFocus = true, onMove, onRest } = props;
  const range = useRef<HTMLInputElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const onTake = () => {
    if (takesFocus) range.current?.focus({ preventScroll: true });
  };
  useDividerDrag(handle, { percent, isPressable, onTake, onMove, onRest });
  const set = (next: number) => {
    onMove(next);
    onRest?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyedPercent(percent, event.key);
    if (next === null) return;
    event.preventDefault();
    set(next);
  };
  return (
    <>
      <input
        ref={range}
        type="range"
        className={styles.range}
        min={SLIDER.min}
        max={SLIDER.max}
        step="any"
        value={percent}
        aria-label={label}
        aria-valuetext={`${Math.round(percent)} percent`}
        onChange={(event) => set(clampPercent(Number(event.target.value)))}
        onKeyDown={onKeyDown}
      />
      <div
        ref={handle}
        className={styles.handle}
        data-pressable={isPressable || undefined}
        style={{ '--percent': `${percent}%` } as CSSProperties}
      >
        <span className={styles.grip} aria-hidden>
          <svg
            viewBox="0 0 24 24"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          >
            <path d="m9 7-5 5 5 5M15 7l5 5-5 5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
      </div>
    </>
  );
}
