import { useSyncExternalStore } from 'react';
import { failedCall, onSuccess } from '#web/lib/calls.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

type Toast = {
  id: number;
  tone: 'done' | 'neutral' | 'wrong';
  title: string;
  message: string | null;
  offer: { label: string; accept: () => void } | null;
  /** The failed call, or the key that withdraws the error. */
  about?: string | undefined;
  /** The dialog or form whose button led to it. */
  origin: Element | null;
};

let shown: Toast | null = null;
/** Toasts with a button that a newer toast replaced. Each returns after the newer one, so that no Undo is lost. */
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

/** One toast at a time: the newest replaces the previous one. */
export const toast = {
  /** Something was done. Goes by itself. */
  success: (title: string, message: string | null = null): void =>
    show({ tone: 'done', title, message }),

  /** Something was done that can be taken back. Goes by itself, later than others. */
  undoable: (title: string, onUndo: () => void): void => toast.offer(title, 'Undo', onUndo),

  /** Something was done, and what can be done next is offered. Goes by itself, later than others. */
  offer: (title: string, label: string, accept: () => void): void =>
    show({ tone: 'done', title, message: null }, { offer: { label, accept } }),

  /** Nothing was done, and nothing is wrong. Goes by itself. */
  note: (title: string, message: string | null = null): void =>
    show({ tone: 'neutral', title, message }),

  /** Something failed. Stays until it is fixed or withdrawn, or the page is left. */
  error: (title: string, message: string | null = null, about?: string): void =>
    show({ tone: 'wrong', title, message }, { about }),

  /** A call failed: what was tried and, on the second line, why. Goes away once the same call succeeds. */
  failure: (title: string, error: unknown, message = errorMessage(error)): void =>
    toast.error(title, message === title ? null : message, failedCall(error)),

  withdraw: (about: string): void => {
    if (shown?.about === about) hideToast();
  },

  clearError: (): void => {
    if (shown?.tone === 'wrong') hideToast();
  },
};

onSuccess(toast.withdraw);

/** Removes an error when its form or dialog is edited, submitted again, or left, or another dialog opens. */
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
      // Choosing from a list fires no input event. The list is outside the form, but the focus stays in it.
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
