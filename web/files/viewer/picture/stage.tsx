import { type ReactNode, useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import styles from './stage.module.css';
import type { ViewerState } from '../use-viewer.ts';
import type { ViewportAction } from './viewport.ts';

type StageProps = {
  viewer: ViewerState;
  /** Called when a finger stays in place, with its position as fractions of the picture. */
  onHold?: ((at: Point) => void) | undefined;
  children: ReactNode;
};

export function Stage({ viewer, onHold, children }: StageProps) {
  const { view, dispatch, walk } = viewer;
  const element = useRef<HTMLDivElement>(null);
  const gestures = useGestures({ element, scale: view.scale, dispatch, onSwipe: walk, onHold });

  useEffect(() => {
    const pane = element.current;
    if (!pane) return;
    const observer = new ResizeObserver(() =>
      dispatch({ type: 'measure', pane: { width: pane.clientWidth, height: pane.clientHeight } }),
    );
    observer.observe(pane);
    return () => observer.disconnect();
  }, [dispatch]);

  return (
    <div
      ref={element}
      className={styles.stage}
      data-pannable={view.scale > 1 || undefined}
      {...gestures}
    >
      {children}
    </div>
  );
}

type Point = { x: number; y: number };

/** Wheel pixels that zoom by a factor of e. Touchpad pinches come in much smaller steps. */
const WHEEL_PIXELS = { wheel: 500, pinch: 100, line: 16 } as const;
/** Minimum sideways movement of a swipe. */
const SWIPE_PIXELS = 56;
const DOUBLE_TAP_ZOOM = 2.25;
const HOLD_MS = 500;
/** How far a held finger may move. */
const HOLD_PIXELS = 10;

type Gestures = {
  element: RefObject<HTMLElement | null>;
  scale: number;
  dispatch: (action: ViewportAction) => void;
  onSwipe: (by: 1 | -1) => void;
  onHold: StageProps['onHold'];
};

/**
 * Handles dragging, pinching, the wheel, double taps, and swipes at scale 1. A `pointerdown` event that is
 * `defaultPrevented` belongs to a control on the picture.
 */
function useGestures({ element, scale, dispatch, onSwipe, onHold }: Gestures) {
  const pointers = useRef(new Map<number, Point>());
  const swipe = useRef<(Point & { id: number }) | null>(null);
  /** The pointer used by a control on the picture, until a second pointer is down. */
  const controlPointer = useRef<number | null>(null);
  const hold = useRef<(Point & { timer: number }) | null>(null);
  useWheel(element, dispatch);

  const startHold = ({
    clientX: x,
    clientY: y,
    target,
    nativeEvent,
    pointerType,
  }: PointerEvent) => {
    window.clearTimeout(hold.current?.timer);
    if (!onHold || pointerType !== 'touch' || !(target instanceof HTMLImageElement)) return;
    const { offsetX, offsetY } = nativeEvent;
    const at = { x: offsetX / target.offsetWidth, y: offsetY / target.offsetHeight };
    hold.current = { x, y, timer: window.setTimeout(() => onHold(at), HOLD_MS) };
  };

  const fromCenter = ({ x, y }: Point): Point => {
    const box = element.current?.getBoundingClientRect();
    return box
      ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
      : { x: 0, y: 0 };
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    controlPointer.current = event.defaultPrevented ? event.pointerId : null;
    if (controlPointer.current === null) element.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const isFirst = controlPointer.current === null && pointers.current.size === 1;
    if (pointers.current.size === 1) startHold(event);
    else window.clearTimeout(hold.current?.timer);
    const isSwipe = event.pointerType === 'touch' && scale <= 1 && isFirst;
    swipe.current = isSwipe ? { x: event.clientX, y: event.clientY, id: event.pointerId } : null;
  };

  const onPointerMove = (event: PointerEvent) => {
    const from = pointers.current.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const start = hold.current;
    if (start && Math.hypot(to.x - start.x, to.y - start.y) > HOLD_PIXELS)
      window.clearTimeout(start.timer);
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
    pointers.current.set(event.pointerId, to);
    if (event.pointerId === controlPointer.current) return;
    if (!other) return dispatch({ type: 'pan', dx: to.x - from.x, dy: to.y - from.y });
    const still = other[1];
    const distance = (point: Point) => Math.hypot(point.x - still.x, point.y - still.y);
    const middle = fromCenter({ x: (to.x + still.x) / 2, y: (to.y + still.y) / 2 });
    if (distance(from) > 0)
      dispatch({ type: 'zoom', factor: distance(to) / distance(from), ...middle });
    dispatch({ type: 'pan', dx: (to.x - from.x) / 2, dy: (to.y - from.y) / 2 });
  };

  const onPointerEnd = (event: PointerEvent) => {
    const start = swipe.current;
    pointers.current.delete(event.pointerId);
    window.clearTimeout(hold.current?.timer);
    swipe.current = null;
    if (event.type !== 'pointerup' || start?.id !== event.pointerId) return;
    const dx = event.clientX - start.x;
    const isSideways =
      Math.abs(dx) > SWIPE_PIXELS && Math.abs(dx) > 2 * Math.abs(event.clientY - start.y);
    if (isSideways) onSwipe(dx < 0 ? 1 : -1);
  };

  const onDoubleClick = (event: { clientX: number; clientY: number }) => {
    if (scale > 1) return dispatch({ type: 'reset' });
    const point = fromCenter({ x: event.clientX, y: event.clientY });
    dispatch({ type: 'zoom', factor: DOUBLE_TAP_ZOOM / scale, ...point });
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onDoubleClick,
  };
}

/** React's wheel listeners are passive, so they can't prevent page scrolling and zooming. */
function useWheel(
  element: RefObject<HTMLElement | null>,
  dispatch: (action: ViewportAction) => void,
) {
  useEffect(() => {
    const pane = element.current;
    if (!pane) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = pane.getBoundingClientRect();
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL_PIXELS.line);
      dispatch({
        type: 'zoom',
        factor: Math.exp(-pixels / (event.ctrlKey ? WHEEL_PIXELS.pinch : WHEEL_PIXELS.wheel)),
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      });
    };
    pane.addEventListener('wheel', onWheel, { passive: false });
    return () => pane.removeEventListener('wheel', onWheel);
  }, [element, dispatch]);
}
