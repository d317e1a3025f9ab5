import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const kept = new Map<string, unknown>();

type Entry = { pathname: string; state: { __TSR_key?: string | undefined } };

/**
 * State of a screen that is there again for whoever comes back to it by the browser's Back: it belongs
 * to the entry of the history, under a `name` that nothing else on the screen has.
 */
export function useKeptState<T>(name: string, initial: T): [T, (value: T) => void] {
  const { state, history } = useRouter();
  // Of the entry the screen was opened at: while it is left, the router is at the next one already.
  const [opened] = useState<Entry>(() => state.location);
  const keyOf = (entry: Entry) => `${entry.state.__TSR_key ?? ''} ${name}`;
  const key = useRef(keyOf(opened));
  const [value, setValue] = useState(() =>
    kept.has(keyOf(opened)) ? (kept.get(keyOf(opened)) as T) : initial,
  );
  const keep = (next: T) => {
    kept.set(key.current, next);
    setValue(next);
  };
  // What stands in the address was changed: the router has given the same entry another key.
  useEffect(
    () =>
      history.subscribe(({ action, location }) => {
        if (action.type !== 'REPLACE' || location.pathname !== opened.pathname) return;
        const before = key.current;
        key.current = `${location.state.__TSR_key ?? ''} ${name}`;
        if (kept.has(before)) kept.set(key.current, kept.get(before));
      }),
    [history, name, opened],
  );
  return [value, keep];
}

/**
 * What is typed into a form and not sent yet: there again wherever the form is opened, until the page is loaded anew.
 * Answers how the form begins, and how to keep what it says since.
 */
export function useDraft<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = `draft ${name}`;
  const [begun] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  return [begun, (value) => void kept.set(key, value)];
}

/** Nothing of what one person typed is there for the next. */
export function forgetKeptState(): void {
  kept.clear();
}
