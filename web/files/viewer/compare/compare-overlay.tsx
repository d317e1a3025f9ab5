import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { keyedPercent, SLIDER } from '#web/ui/compare/slider-position.ts';
import type { Overlay } from '../opening.ts';
import type { SideName } from './comparison.ts';
import styles from './compare-overlay.module.css';

type CompareOverlayProps = {
  kind: Exclude<Overlay, 'slider'>;
  before: ReactNode;
  after: ReactNode;
  beforeLabel: string;
  afterLabel: string;
  isAfter: boolean;
  percent: number;
  onRest: (percent: number) => void;
};

/** Milliseconds per photo. Stays below three flashes a second (WCAG 2.3.1). */
const BLINK_MS = 700;

export function CompareOverlay(props: CompareOverlayProps) {
  const { kind, before, after, beforeLabel, afterLabel, isAfter, onRest } = props;
  const [percent, setPercent] = useState(props.percent);
  const shown = kind === 'fade' ? percent : 100;
  return (
    <div className={styles.overlay} data-kind={kind}>
      <div className={styles.layer}>{before}</div>
      <div
        className={styles.layer}
        style={{ opacity: kind === 'blink' ? Number(isAfter) : shown / 100 }}
      >
        {after}
      </div>
      {kind === 'lens' ? <Lens label={beforeLabel}>{before}</Lens> : null}
      {kind === 'fade' ? (
        <FadeRange
          label={`From ${beforeLabel} to ${afterLabel}`}
          percent={percent}
          onMove={setPercent}
          onRest={onRest}
        />
      ) : null}
    </div>
  );
}

type FadeRangeProps = {
  label: string;
  percent: number;
  /** Called continuously while the slider is dragged. */
  onMove: (percent: number) => void;
  onRest: (percent: number) => void;
};

function FadeRange({ label, percent, onMove, onRest }: FadeRangeProps) {
  const range = useRef<HTMLInputElement>(null);
  const rest = useEffectEvent((value: string) => onRest(Number(value)));
  useEffect(() => {
    const input = range.current;
    // React's onChange is the native `input` event, so listen to `change` directly.
    const onChange = () => rest(input?.value ?? '');
    input?.addEventListener('change', onChange);
    return () => input?.removeEventListener('change', onChange);
  }, []);
  return (
    <div className={styles.range}>
      <span aria-hidden>Before</span>
      <input
        ref={range}
        type="range"
        min={SLIDER.min}
        max={SLIDER.max}
        value={percent}
        aria-label={label}
        // Dragging must not swipe to the next viewpoint.
        onPointerDown={(event) => event.stopPropagation()}
        onChange={(event) => onMove(Number(event.target.value))}
      />
      <span aria-hidden>After</span>
    </div>
  );
}

/** Which of the two blinking photos is visible; null if not blinking. */
export function useBlink(isBlinking: boolean): SideName | null {
  const [isAfter, setAfter] = useState(true);
  useEffect(() => {
    if (!isBlinking) return undefined;
    const timer = setInterval(() => setAfter((was) => !was), BLINK_MS);
    return () => {
      clearInterval(timer);
      setAfter(true);
    };
  }, [isBlinking]);
  if (!isBlinking) return null;
  return isAfter ? 'after' : 'before';
}

/** The before photo in a circle that follows the pointer or arrow keys. */
function Lens({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLButtonElement>(null);
  const [{ x, y }, setPlace] = useState({ x: 50, y: 50 });
  const follow = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    setPlace({
      x: ((event.clientX - box.left) / box.width) * 100,
      y: ((event.clientY - box.top) / box.height) * 100,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const isDown = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (!isAcross && !isDown) return;
    event.preventDefault();
    event.stopPropagation();
    const moved = keyedPercent(isAcross ? x : y, event.key);
    if (moved === null) return;
    setPlace(isAcross ? { x: moved, y } : { x, y: 2 * y - moved });
  };
  return (
    <div className={styles.layer}>
      <div className={styles.seen} style={{ clipPath: `circle(var(--reach) at ${x}% ${y}%)` }}>
        {children}
      </div>
      <button
        ref={frame}
        type="button"
        className={styles.lens}
        aria-label={`Lens showing ${label}. Move it with the arrow keys.`}
        onPointerMove={follow}
        onPointerDown={follow}
        onKeyDown={onKeyDown}
      />
      <span className={styles.rim} style={{ left: `${x}%`, top: `${y}%` }} aria-hidden />
    </div>
  );
}
