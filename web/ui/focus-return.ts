const LAYERS = '[role="dialog"], [role="menu"]';
/** What they open in turn, such as the calendar of a date, lies beside them. */
const BESIDE = '[data-portal]';

/**
 * Gives the focus back once a dialog or a menu that had it is gone, to what had it before, or to the page
 * where that is gone as well. The library does so for what opened a dialog: not for a menu's button, since
 * it takes the item for it, and not for dialogs that are open from the beginning. And to a button that lost it
 * as it was busy for a while.
 */
export function keepFocus(): void {
  let before: HTMLElement | null = null;
  let last: EventTarget | null = null;
  let isWithin = false;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
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
  const giveBackToButton = (changes: readonly MutationRecord[]) => {
    if (document.activeElement !== document.body) return;
    for (const { target } of changes)
      if (target === last && target instanceof HTMLButtonElement && !target.disabled)
        target.focus({ preventScroll: true });
  };
  new MutationObserver(giveBackToButton).observe(document.body, {
    attributeFilter: ['disabled'],
    subtree: true,
  });
}
