const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea';
const CONTROLS = `a[href], button, input, ${FIELDS}`;
/** Between a control and what is kept clear of it, and from the edge of the screen, px. */
const GAP = 8;
const LEAST_GAP = 1;
const EDGE = 16;
/** Nothing is lifted into the header, px. */
const CEILING = 72;
const PAUSE_MS = 250;

type Extent = { top: number; bottom: number; isField?: boolean };

/** A button that is covered cannot be pressed; a field can still be reached by its label or a key. */
const BUTTON_WEIGHT = 100;

/**
 * Where the lower edge of `height` px stands that cover no control, as low on the screen as it can, close to
 * others where it must; where there is no such place, they cover as few as they can, and fields rather than buttons.
 */
export function clearBottom(height: number, screen: number, controls: readonly Extent[]): number {
  const lowest = screen - EDGE;
  const covered = (bottom: number, gap: number) =>
    controls
      .filter((one) => one.bottom > bottom - height - gap && one.top < bottom)
      .reduce((sum, { isField }) => sum + (isField ? 1 : BUTTON_WEIGHT), 0);
  let best = { bottom: lowest, weight: covered(lowest, 0) };
  for (const gap of [GAP, LEAST_GAP]) {
    const places = controls
      .map(({ top }) => top - gap)
      .filter((bottom) => bottom < lowest && bottom - height >= CEILING)
      .toSorted((a, b) => b - a);
    for (const bottom of [lowest, ...places]) {
      const weight = covered(bottom, gap);
      if (weight === 0) return bottom;
      if (weight < best.weight) best = { bottom, weight };
    }
  }
  return best.bottom;
}

/**
 * Keeps the box that `find` finds, as soon as there is one, at the bottom of the screen off everything that can be
 * pressed, as far as there is room for it, until the function that it gives is called. Nothing moves under the
 * pointer, nor while the page scrolls.
 */
export function keepClear(find: () => HTMLElement | null): () => void {
  let scrolled = window.scrollY;
  // A box that comes up where the pointer rests is not pointed at: what is pressed next may lie under it.
  let isPointedAt = false;
  const point = ({ target, movementX, movementY }: PointerEvent) => {
    const isOver = target instanceof Node && find()?.contains(target) === true;
    isPointedAt = isOver && (isPointedAt || movementX !== 0 || movementY !== 0);
  };
  document.addEventListener('pointermove', point);
  const place = () => {
    const box = find();
    const isScrolling = window.scrollY !== scrolled;
    scrolled = window.scrollY;
    if (!box || isScrolling || isPointedAt || box.matches(':focus-within')) return;
    const { left, right, height } = box.getBoundingClientRect();
    // What lies behind a dialog cannot be pressed.
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    const controls = [...(dialog ?? document).querySelectorAll(CONTROLS)]
      .filter((control) => !box.contains(control) && control.getClientRects().length > 0)
      .map((control) => ({ control, extent: control.getBoundingClientRect() }))
      .filter(({ extent }) => extent.left < right && extent.right > left)
      .map(({ control, extent: { top, bottom } }) => ({
        top,
        bottom,
        isField: control.matches(FIELDS),
      }));
    const { innerHeight } = window;
    box.style.bottom = `${innerHeight - clearBottom(height, innerHeight, controls)}px`;
  };
  place();
  const timer = setInterval(place, PAUSE_MS);
  return () => {
    clearInterval(timer);
    document.removeEventListener('pointermove', point);
  };
}
