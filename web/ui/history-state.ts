import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const kept = new Map<string, unknown>();

type Entry = { pathname: string; state: { __TSR_key?: string | undefined } };

/** State of the history entry, so the Back button restores it. `name` must be unique on the screen. */
export function useHistoryState<T>(name: string, initial: T): [T, (value: T) => void] {
  const { state, history } = useRouter();
  // The entry that opened the screen. While the screen is left, the router already points to the next entry.
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
  // Changing the URL with `replace` gives the entry a new key.
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

/** An unsent form's values, kept until the page reloads. Returns initial values and a function to save. */
export function useDraft<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = `draft ${name}`;
  const [start] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  return [start, (value) => void kept.set(key, value)];
}

export function clearHistoryState(): void {
  kept.clear();
}
