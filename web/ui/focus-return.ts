const LAYERS = '[role="dialog"], [role="menu"]';
/** What they open in turn, such as the calendar of a date, lies beside them. */
const BESIDE = '[data-portal]';

/**
 * Gives the focus back once a dialog or a menu that had it is gone, to what had it before, or to the page
 * where that is gone as well. The library does so for what opened a dialog: not for a menu's button, since
 * it takes the item for it, and not for dialogs that are open from the beginning.
 */
export function keepFocus(): void {
  let before: HTMLElement | null = null;
  let isWithin = false;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    isWithin = target.closest(`${LAYERS}, ${BESIDE}`) !== null;
    if (!isWithin) before = target;
  });
  const giveBack = () => {
    const isLost = isWithin && document.activeElement === document.body;
    if (!isLost || document.querySelector(LAYERS)) return;
    isWithin = false;
    const to = before?.isConnected ? before : document.querySelector('main');
    to?.focus({ preventScroll: true });
  };
  new MutationObserver(giveBack).observe(document.body, { childList: true, subtree: true });
}
