import { useSyncExternalStore } from 'react';
import { callKeyOfError, setSuccessListener } from '#web/lib/calls.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

type Toast = {
  id: number;
  tone: 'done' | 'neutral' | 'wrong';
  title: string;
  message: string | null;
  offer: { label: string; accept: () => void } | null;
  /** The failed call, or a key to remove the error by. */
  about?: string | undefined;
  /** The dialog or form of the button that caused it. */
  origin: Element | null;
};

let shown: Toast | null = null;
/** Toasts with a button that a newer toast replaced. They return when it closes, so that no Undo is lost. */
const replacedOffers: Toast[] = [];
let lastId = 0;
let pressedIn: Element | null = null;
let notify = (): void => {};

function set(next: Toast | null): void {
  shown = next;
  notify();
}

type Text = Pick<Toast, 'tone' | 'title' | 'message'>;
function show(text: Text, more: Partial<Pick<Toast, 'offer' | 'about'>> = {}): void {
  if (shown?.offer) replacedOffers.push(shown);
  set({ offer: null, ...text, ...more, origin: pressedIn, id: ++lastId });
}

const watch = (watcher: () => void) => {
  notify = watcher;
  return () => {
    notify = () => {};
  };
};

export const shownToast = (): Toast | null => shown;
export const useShownToast = (): Toast | null => useSyncExternalStore(watch, shownToast);
export const hideToast = (): void => set(replacedOffers.pop() ?? null);

export const toast = {
  /** Something was done. Closes automatically. */
  success: (title: string, message: string | null = null): void =>
    show({ tone: 'done', title, message }),

  /** Something was done and can be undone. Stays longer. */
  undoable: (title: string, onUndo: () => void): void => toast.offer(title, 'Undo', onUndo),

  /** Something was done, and a next step is offered. Stays longer. */
  offer: (title: string, label: string, accept: () => void): void =>
    show({ tone: 'done', title, message: null }, { offer: { label, accept } }),

  /** Nothing was done, and nothing is wrong. Closes automatically. */
  note: (title: string, message: string | null = null): void =>
    show({ tone: 'neutral', title, message }),

  /** Something failed. Stays until it's fixed or removed, or the page is left. */
  error: (title: string, message: string | null = null, about?: string): void =>
    show({ tone: 'wrong', title, message }, { about }),

  /** A call failed: shows the attempted action and, on a second line, the reason. Closes once the same call succeeds. */
  failure: (title: string, error: unknown, message = errorMessage(error)): void =>
    toast.error(title, message === title ? null : message, callKeyOfError(error)),

  withdraw: (about: string): void => {
    if (shown?.about === about) hideToast();
  },

  clearError: (): void => {
    if (shown?.tone === 'wrong') hideToast();
  },
};

setSuccessListener(toast.withdraw);

/** Removes an error when its form or dialog is edited, resubmitted or left, or another dialog opens. */
export function clearFixedErrors(): void {
  const seenDialogs = new WeakSet<Element>();
  const touch = (element: Element | null) => {
    if (shown?.origin?.contains(element)) toast.clearError();
  };
  document.addEventListener('input', () => touch(document.activeElement));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') touch(document.activeElement);
  });
  document.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      // Choosing an option fires no input event. The list of options is outside the form, but the focus stays in the
      // form.
      if (target.closest('[role="option"]')) touch(document.activeElement);
      const button = target.closest('button');
      if (!button) return;
      touch(button);
      pressedIn = button.closest('[role="dialog"]') ?? button.closest('form');
    },
    true,
  );
  document.addEventListener('focusin', ({ target }) => {
    const dialog = target instanceof Element && target.closest('[aria-modal="true"]');
    if (!dialog || seenDialogs.has(dialog)) return;
    seenDialogs.add(dialog);
    toast.clearError();
  });
}
