const CONTROLS = 'a[href], button, input, select, textarea';
/** Between a control and what is kept clear of it, and from the edge of the screen, px. */
const GAP = 8;
const EDGE = 16;
/** Nothing is lifted into the header, px. */
const CEILING = 72;
const PAUSE_MS = 250;

type Extent = { top: number; bottom: number };

/** Where the lower edge of `height` px stands that cover no control, as low on the screen as it can. */
export function clearBottom(height: number, screen: number, controls: readonly Extent[]): number {
  let bottom = screen - EDGE;
  for (const control of controls.toSorted((a, b) => b.bottom - a.bottom)) {
    if (control.bottom > bottom - height - GAP && control.top < bottom) bottom = control.top - GAP;
  }
  return bottom - height < CEILING ? screen - EDGE : bottom;
}

/**
 * Keeps a box at the bottom of the screen off everything that can be pressed, as far as there is room
 * for it, until the function that it gives is called. Nothing moves under the pointer, nor while the
 * page scrolls.
 */
export function keepClear(box: HTMLElement): () => void {
  let scrolled = window.scrollY;
  const place = () => {
    const isScrolling = window.scrollY !== scrolled;
    scrolled = window.scrollY;
    if (isScrolling || box.matches(':hover, :focus-within')) return;
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
  return () => clearInterval(timer);
}
