const SLOP_PIXELS = 5;

/** Follows the pointer that pressed a marker. `toLayer` converts movements on the screen to those in its layer. */
export function dragMarker(
  { clientX, clientY, pointerId }: Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerId'>,
  marker: HTMLElement,
  toLayer: DOMMatrix,
  onDrop: (by: DOMPoint) => void,
): void {
  const stop = new AbortController();
  let by: DOMPoint | null = null;
  const follow = (event: PointerEvent) => {
    const moved = { x: event.clientX - clientX, y: event.clientY - clientY };
    if (!by && Math.hypot(moved.x, moved.y) < SLOP_PIXELS) return;
    by = toLayer.transformPoint(moved);
    marker.style.translate = `${by.x}px ${by.y}px`;
  };
  const finish = () => {
    stop.abort();
    marker.style.translate = '';
    if (!by) return;
    // The click that follows must not open the pin.
    marker.addEventListener('click', (click) => click.stopPropagation(), { once: true });
    onDrop(by);
  };
  marker.setPointerCapture(pointerId);
  marker.addEventListener('pointermove', follow, stop);
  marker.addEventListener('lostpointercapture', finish, stop);
}
