import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

const kept = new Map<string, unknown>();

/**
 * State of a screen that is there again for whoever comes back to it by the browser's Back: it belongs
 * to the entry of the history, under a `name` that nothing else on the screen has.
 */
export function useKeptState<T>(name: string, initial: T): [T, (value: T) => void] {
  const router = useRouter();
  // Of the entry the screen was opened at: while it is left, the router is at the next one already.
  const [key] = useState(() => `${router.state.location.state.__TSR_key ?? ''} ${name}`);
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  const keep = (next: T) => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, keep];
}

/** Nothing of what one person typed is there for the next. */
export function forgetKeptState(): void {
  kept.clear();
}
