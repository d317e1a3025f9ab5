import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './survey.module.css';

/** Percent that a key moves the divider by. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

type SwipeDividerProps = {
  label: string;
  /** Percent from the left. */
  split: number;
  /** Hears every step, many a second. */
  onSplit: (percent: number) => void;
};

const clamp = (percent: number) => Math.min(100, Math.max(0, percent));

/** The divider between two weeks that lie on one another, over the whole map. */
export function SwipeDivider({ label, split, onSplit }: SwipeDividerProps) {
  const range = useRef<HTMLInputElement>(null);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box && box.width > 0) onSplit(clamp(((event.clientX - box.left) / box.width) * 100));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSplit(clamp(split + step));
  };
  return (
    <>
      <input
        ref={range}
        type="range"
        className={styles.range}
        min={0}
        max={100}
        step="any"
        value={split}
        aria-label={label}
        aria-valuetext={`${Math.round(split)} percent`}
        onChange={(event) => onSplit(clamp(Number(event.target.value)))}
        onKeyDown={onKeyDown}
      />
      <div
        className={styles.divider}
        data-divider
        style={{ '--split': `${split}%` } as CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          range.current?.focus({ preventScroll: true });
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
      >
        <span className={styles.grip} aria-hidden>
          <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor">
            <path
              d="m9 7-5 5 5 5M15 7l5 5-5 5"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </span>
      </div>
    </>
  );
}
