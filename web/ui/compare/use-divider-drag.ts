import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { percentAt } from './slider-position.ts';

/** A finger that moved this far sideways drags; before that it may scroll, or be the first of two. */
const SLOP_PIXELS = 6;

type DividerDrag = {
  /** Percent from the left. */
  percent: number;
  /** Whether a press anywhere in the frame moves the divider, not only one on its handle. */
  isPressable: boolean;
  /** Called when a press takes the divider. */
  onTake: () => void;
  /** Receives every step, many a second. */
  onMove: (percent: number) => void;
  /** Receives where the divider was left. */
  onRest: ((percent: number) => void) | undefined;
};

type Held = {
  pointerId: number;
  startX: number;
  /** Pixels from the divider to the pointer that took it by its handle. */
  offset: number;
  isMoving: boolean;
  /** Where it was moved to; null before the first step. */
  percent: number | null;
};

/**
 * Drags a divider across its frame, the parent of `handle`, by mouse, pen or one finger. A press that
 * takes the divider arrives `defaultPrevented` at the elements above; a second finger ends the drag.
 */
export function useDividerDrag(handle: RefObject<HTMLElement | null>, divider: DividerDrag) {
  const held = useRef<Held | null>(null);

  const follow = (event: PointerEvent, current: Held) => {
    const box = handle.current?.parentElement?.getBoundingClientRect();
    if (!box) return;
    current.percent = percentAt(event.clientX - current.offset, box);
    divider.onMove(current.percent);
  };
  const end = () => {
    const percent = held.current?.percent ?? null;
    held.current = null;
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
    held.current = {
      pointerId: event.pointerId,
      startX: event.clientX,
      offset: isOnHandle ? event.clientX - dividerX : 0,
      isMoving: isMouse,
      percent: null,
    };
    divider.onTake();
    if (isMouse) follow(event, held.current);
  };

  const hear = useEffectEvent((event: PointerEvent, frame: HTMLElement) => {
    const { current } = held;
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
      frame?.addEventListener(type, (event) => hear(event, frame), { signal });
    }
    return () => stop.abort();
  }, [handle]);
}
