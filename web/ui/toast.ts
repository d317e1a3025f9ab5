import { useEffect, useSyncExternalStore } from 'react';
import { failedCall, onSuccess } from '#web/lib/calls.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import type * as ShownToasts from './shown-toasts.tsx';

type Tone = 'done' | 'neutral' | 'wrong';
type Shown = typeof ShownToasts;

let isWanted = false;
let watcher: (() => void) | null = null;
/** In the order in which they were asked for, also while what shows them is on its way. */
let line = Promise.resolve();

function then(action: (shown: Shown) => void): void {
  isWanted = true;
  watcher?.();
  const shown = importWithRetry(() => import('./shown-toasts.tsx'));
  line = line.then(async () => action(await shown)).catch(() => {});
}

const watch = (next: () => void) => {
  watcher = next;
  return () => {
    watcher = null;
  };
};

/** Whether a toast was ever shown: what shows them comes with the first. */
export const useToastsWanted = (): boolean => useSyncExternalStore(watch, () => isWanted);

type ToastText = { title: string; message: string | null };

const show = (text: ToastText, tone: Tone, key = text.title) =>
  then((shown) => shown.showToast(key, text, tone));

/** The call that a failure which is shown is about, by the key of its toast. */
const told = new Map<string, string>();

onSuccess((call) => {
  for (const [key, about] of told) if (about === call) toast.withdraw(key);
});

export const toast = {
  /** Something was done. Goes by itself. */
  success: (title: string, message: string | null = null): void => show({ title, message }, 'done'),

  /** Something was done that can be taken back. Goes by itself, later than others. */
  undoable: (title: string, onUndo: () => void): void =>
    then((shown) => shown.showOffer(title, 'Undo', onUndo)),

  /** Something was done, and what can be done next is offered. Goes by itself, later than others. */
  offer: (title: string, label: string, onAccept: () => void): void =>
    then((shown) => shown.showOffer(title, label, onAccept)),

  /** Nothing was done, and nothing is wrong. Goes by itself. */
  note: (title: string, message: string | null = null): void => show({ title, message }, 'neutral'),

  /** Something could not be done. Stays until it is dismissed or withdrawn, or fails again: of one `key` there is one. */
  error: (title: string, message: string | null = null, key = title): void => {
    told.delete(key);
    show({ title, message }, 'wrong', key);
  },

  /** Takes one away that no longer holds, because what had failed is done. */
  withdraw: (key: string): void => {
    told.delete(key);
    if (isWanted) then((shown) => shown.hideToast(key));
  },

  /** Takes away all that are shown. */
  dismiss: (): void => {
    if (isWanted) then((shown) => shown.clearToasts());
  },

  /** A call failed: what was tried, and in the second line why. Goes once the same call succeeds. */
  failure: (title: string, error: unknown): void => {
    const message = errorMessage(error);
    toast.error(title, message === title ? null : message);
    const call = failedCall(error);
    if (call !== undefined) told.set(title, call);
  },
};

/** Says what is missing in a form. The words go when it is there, or when the form goes. */
export function useMissingToast(
  isMissing: boolean,
  title: string,
  message: string | null = null,
): () => void {
  useEffect(() => {
    if (!isMissing) return;
    return () => toast.withdraw(title);
  }, [isMissing, title]);
  return () => toast.error(title, message);
}
