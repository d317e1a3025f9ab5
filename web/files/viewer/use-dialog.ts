import { useEffectEvent, useLayoutEffect, useRef } from 'react';

const FOCUSABLE =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]';

/**
 * A native modal dialog, open while mounted. Tab stays inside, and the focus returns on closing. `onKey` receives other
 * keys, except those for a select or input.
 */
export function useDialog(onKey: (event: KeyboardEvent) => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab') return trapFocus(event, dialog.current);
    if (!isHandledByTarget(event) && !event.ctrlKey && !event.metaKey && !event.altKey)
      onKey(event);
  });

  // A layout effect, because closing returns the focus only while the dialog is in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    const root = document.documentElement;
    const overflow = root.style.overflow;
    root.style.overflow = 'hidden';
    element?.showModal();
    element?.focus();
    // On the document, because a focused button that becomes disabled leaves the focus on the body.
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      root.style.overflow = overflow;
      element?.close();
    };
  }, []);
  return dialog;
}

/** Whether the focused element handles a key itself. Range inputs don't handle letters. */
function isHandledByTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches('[data-scrolls]')) return key.startsWith('Arrow');
  const field = target.closest('select, input, textarea');
  // Closes the panel that a text is typed in.
  if (key === 'Escape') return field?.matches('select') === true;
  return field !== null && !(field.getAttribute('type') === 'range' && key.length === 1);
}

/** Wraps Tab from the last element to the first, and Shift+Tab from the first to the last. */
function trapFocus(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const stops = [...(dialog?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const active = document.activeElement;
  const isInside = active !== dialog && dialog?.contains(active);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (isInside && active !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
