const CONTROLS = 'a[href], button, input, select, textarea';
/** Between a control and what is kept clear of it, and from the edge of the screen, px. */
const GAP = 8;
const EDGE = 16;
/** Nothing is lifted into the header, px. */
const CEILING = 72;
const PAUSE_MS = 250;

type Extent = { top: number; bottom: number };

/**
 * Where the lower edge of `height` px stands that cover no control, as low on the screen as it can; where
 * there is no such place, they cover as few as they can.
 */
export function clearBottom(height: number, screen: number, controls: readonly Extent[]): number {
  const lowest = screen - EDGE;
  const covered = (bottom: number) =>
    controls.filter((one) => one.bottom > bottom - height - GAP && one.top < bottom).length;
  const places = controls
    .map(({ top }) => top - GAP)
    .filter((bottom) => bottom < lowest && bottom - height >= CEILING)
    .toSorted((a, b) => b - a);
  let best = { bottom: lowest, count: covered(lowest) };
  for (const bottom of places) {
    if (best.count === 0) break;
    const count = covered(bottom);
    if (count < best.count) best = { bottom, count };
  }
  return best.bottom;
}

/**
 * Keeps a box at the bottom of the screen off everything that can be pressed, as far as there is room
 * for it, until the function that it gives is called. Nothing moves under the pointer, nor while the
 * page scrolls.
 */
export function keepClear(box: HTMLElement): () => void {
  let scrolled = window.scrollY;
  // A box that comes up where the pointer rests is not pointed at: what is pressed next may lie under it.
  let isPointedAt = false;
  const point = ({ movementX, movementY }: PointerEvent) => {
    isPointedAt ||= movementX !== 0 || movementY !== 0;
  };
  const letGo = () => {
    isPointedAt = false;
  };
  box.addEventListener('pointermove', point);
  box.addEventListener('pointerleave', letGo);
  const place = () => {
    const isScrolling = window.scrollY !== scrolled;
    scrolled = window.scrollY;
    if (isScrolling || isPointedAt || box.matches(':focus-within')) return;
    const { left, right, height } = box.getBoundingClientRect();
    // What lies behind a dialog cannot be pressed.
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    const controls = [...(dialog ?? document).querySelectorAll(CONTROLS)]
      .filter((control) => !box.contains(control) && control.checkVisibility())
      .map((control) => control.getBoundingClientRect())
      .filter((control) => control.left < right && control.right > left);
    const { innerHeight } = window;
    box.style.bottom = `${innerHeight - clearBottom(height, innerHeight, controls)}px`;
  };
  place();
  const timer = setInterval(place, PAUSE_MS);
  return () => {
    clearInterval(timer);
    box.removeEventListener('pointermove', point);
    box.removeEventListener('pointerleave', letGo);
  };
}
