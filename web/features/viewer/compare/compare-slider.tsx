import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { CompareLabel } from './compare-label.tsx';
import styles from './compare-slider.module.css';
import { clampPercent, keyedPercent, percentAt, SLIDER } from './slider-position.ts';

type CompareSliderProps = {
  before: ReactNode;
  after: ReactNode;
  beforeLabel: string;
  afterLabel: string;
  /** Whether a press anywhere moves the divider, not only one on its handle. */
  isPressable?: boolean;
  /** Percent from the left at first. */
  start?: number;
  /** Hears where the divider was left. */
  onRest?: (percent: number) => void;
};

/** Two pictures on one another with a divider between them. */
export function CompareSlider({
  before,
  after,
  beforeLabel,
  afterLabel,
  isPressable = false,
  start = SLIDER.start,
  onRest,
}: CompareSliderProps) {
  const [percent, setPercent] = useState<number>(start);
  const frame = useRef<HTMLDivElement>(null);

  const follow = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setPercent(percentAt(event.clientX, box));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    follow(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
  };
  const onPointerUp = () => onRest?.(percent);
  const drag = { onPointerDown, onPointerMove, onPointerUp };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyedPercent(percent, event.key);
    if (next === null) return;
    event.preventDefault();
    setPercent(next);
    onRest?.(next);
  };

  return (
    <div
      ref={frame}
      className={styles.slider}
      data-pressable={isPressable || undefined}
      style={{ '--percent': `${percent}%` } as CSSProperties}
      {...(isPressable ? drag : {})}
    >
      <div className={styles.layer}>
        {after}
        <CompareLabel side="after">{afterLabel}</CompareLabel>
      </div>
      <div className={`${styles.layer} ${styles.before}`}>
        {before}
        <CompareLabel side="before">{beforeLabel}</CompareLabel>
      </div>
      <input
        type="range"
        className={styles.range}
        min={SLIDER.min}
        max={SLIDER.max}
        step="any"
        value={percent}
        aria-label={`Divider between ${beforeLabel} and ${afterLabel}`}
        aria-valuetext={`${Math.round(percent)} percent`}
        onChange={(event) => {
          const next = clampPercent(Number(event.target.value));
          setPercent(next);
          onRest?.(next);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.handle} data-handle {...drag}>
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
    </div>
  );
}
