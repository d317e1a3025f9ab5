import {
  type CSSProperties,
  type KeyboardEvent,
  useRef,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';
import styles from './compare-slider.module.css';
import { clampPercent, keyedPercent, SLIDER, percentAt } from './slider-position.ts';

type DividerProps = {
  label: string;
  percent: number;
  isPressable?: boolean;
  takesFocus?: boolean;
  onMove: (percent: number) => void;
  onRest?: ((percent: number) => void) | undefined;
};

/** The divider between two overlaid pictures or maps. Covers its positioned parent element. */
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

/** A finger starts to drag after moving this far sideways. Until then, it may scroll or be the first of two. */
const SLOP_PIXELS = 6;

type DividerDrag = {
  percent: number;
  isPressable: boolean;
  onTake: () => void;
  onMove: (percent: number) => void;
  onRest: ((percent: number) => void) | undefined;
};

type Drag = {
  pointerId: number;
  startX: number;
  /** Pixels from the divider to the pointer that grabbed its handle. */
  offset: number;
  isMoving: boolean;
  /** The current position; null before the first step. */
  percent: number | null;
};

/**
 * Drags by mouse, pen, or one finger; a second finger ends the drag. `handle`'s parent is the frame. A press that grabs
 * the divider reaches parent elements as `defaultPrevented`.
 */
function useDividerDrag(handle: RefObject<HTMLElement | null>, divider: DividerDrag) {
  const drag = useRef<Drag | null>(null);

  const follow = (event: PointerEvent, current: Drag) => {
    const box = handle.current?.parentElement?.getBoundingClientRect();
    if (!box) return;
    current.percent = percentAt(event.clientX - current.offset, box);
    divider.onMove(current.percent);
  };
  const end = () => {
    const percent = drag.current?.percent ?? null;
    drag.current = null;
    if (percent !== null) divider.onRest?.(percent);
  };
  const take = (event: PointerEvent, frame: HTMLElement) => {
    const target = event.target as Element;
    const isOnHandle = handle.current?.contains(target) ?? false;
    const isPress = isOnHandle || (divider.isPressable && !target.closest('a, button'));
    if (event.button !== 0 || !isPress) return;
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
    const box = frame.getBoundingClientRect();
    const dividerX = box.left + (box.width * divider.percent) / 100;
    const isMouse = event.pointerType === 'mouse';
    drag.current = {
      pointerId: event.pointerId,
      startX: event.clientX,
      offset: isOnHandle ? event.clientX - dividerX : 0,
      isMoving: isMouse,
      percent: null,
    };
    divider.onTake();
    if (isMouse) follow(event, drag.current);
  };

  const onPointer = useEffectEvent((event: PointerEvent, frame: HTMLElement) => {
    const { current } = drag;
    if (event.type === 'pointerdown') return event.isPrimary ? take(event, frame) : end();
    if (event.pointerId !== current?.pointerId) return;
    current.isMoving ||= Math.abs(event.clientX - current.startX) > SLOP_PIXELS;
    const isTap = event.type === 'pointerup' && !current.isMoving;
    if (isTap || (event.type === 'pointermove' && current.isMoving)) follow(event, current);
    if (event.type !== 'pointermove') end();
  });

  useEffect(() => {
    const frame = handle.current?.parentElement;
    const stop = new AbortController();
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) {
      const { signal } = stop;
      frame?.addEventListener(type, (event) => onPointer(event, frame), { signal });
    }
    return () => stop.abort();
  }, [handle]);
}
