import { type RefObject, useEffect, useEffectEvent } from 'react';

const SLOP_PIXELS = 5;

type MarkerEvents = {
  onOpen: (id: string) => void;
  /** Converts a movement on the screen to one in the layer. */
  toLayer: DOMMatrix;
  canMove: (id: string) => boolean;
  onMove: (id: string, by: DOMPoint) => void;
};

/** Clicks and drags of all markers in a layer, which need no listeners of their own. */
export function useMarkers(layer: RefObject<HTMLElement | null>, events: MarkerEvents): void {
  const press = useEffectEvent((event: PointerEvent) => {
    const marker = markerOf(event);
    if (!marker) return;
    // Keeps the stage from panning.
    event.stopPropagation();
    if (event.button !== 0 || !events.canMove(idOf(marker))) return;
    const stop = new AbortController();
    let by: DOMPoint | null = null;
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const moved = { x: clientX - event.clientX, y: clientY - event.clientY };
      if (!by && Math.hypot(moved.x, moved.y) < SLOP_PIXELS) return;
      by = events.toLayer.transformPoint(moved);
      marker.style.translate = `${by.x}px ${by.y}px`;
    };
    const finish = () => {
      stop.abort();
      marker.style.translate = '';
      if (!by) return;
      // The click that follows must not open the pin.
      marker.addEventListener('click', (click) => click.stopPropagation(), { once: true });
      events.onMove(idOf(marker), by);
    };
    marker.setPointerCapture(event.pointerId);
    marker.addEventListener('pointermove', follow, stop);
    marker.addEventListener('lostpointercapture', finish, stop);
  });
  const open = useEffectEvent((event: Event) => {
    const marker = markerOf(event);
    if (marker) events.onOpen(idOf(marker));
  });
  useEffect(() => {
    const element = layer.current;
    const [onPress, onClick] = [
      (event: PointerEvent) => press(event),
      (event: Event) => open(event),
    ];
    element?.addEventListener('pointerdown', onPress);
    element?.addEventListener('click', onClick);
    return () => {
      element?.removeEventListener('pointerdown', onPress);
      element?.removeEventListener('click', onClick);
    };
  }, [layer]);
}

const idOf = (marker: HTMLElement) => marker.dataset['pin'] ?? '';
const markerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-pin]') : null;
