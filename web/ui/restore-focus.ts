const LAYERS = '[role="dialog"], [role="menu"]';
/** Popovers opened from a dialog or menu, such as a date's calendar, are portals outside it. */
const POPOVERS = '[data-portal]';

/**
 * After a dialog or menu closes, returns the focus to the element that had it before. Mantine doesn't do this for menu
 * buttons, or for dialogs that are open from the start. Also returns the focus to a button that was disabled while
 * busy.
 */
export function restoreFocus(): void {
  let before: HTMLElement | null = null;
  let last: EventTarget | null = null;
  let isWithin = false;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
    if (!(target instanceof HTMLElement)) return;
    isWithin = target.closest(`${LAYERS}, ${POPOVERS}`) !== null;
    if (!isWithin) before = target;
  });
  const returnFocus = () => {
    const isLost = isWithin && document.activeElement === document.body;
    if (!isLost || document.querySelector(LAYERS)) return;
    isWithin = false;
    const to = before?.isConnected ? before : document.querySelector('main');
    to?.focus({ preventScroll: true });
  };
  new MutationObserver(returnFocus).observe(document.body, { childList: true, subtree: true });
  const returnFocusToButton = (changes: readonly MutationRecord[]) => {
    if (document.activeElement !== document.body) return;
    for (const { target } of changes)
      if (target === last && target instanceof HTMLButtonElement && !target.disabled)
        target.focus({ preventScroll: true });
  };
  new MutationObserver(returnFocusToButton).observe(document.body, {
    attributeFilter: ['disabled'],
    subtree: true,
  });
}
