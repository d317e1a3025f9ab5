import { useSyncExternalStore } from 'react';
import type { Units } from './units.ts';

const KEY = 'overfly.units';
const listeners = new Set<() => void>();
let chosen: Units | null = null;

function read(): Units {
  if (chosen) return chosen;
  try {
    chosen = localStorage.getItem(KEY) === 'us' ? 'us' : 'metric';
  } catch {
    // A browser that keeps nothing: metric until it is changed.
    chosen = 'metric';
  }
  return chosen;
}

function choose(units: Units): void {
  chosen = units;
  try {
    localStorage.setItem(KEY, units);
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What this person reads lengths in, remembered by the browser, and how to change it. */
export const useUnits = (): [Units, (units: Units) => void] => [
  useSyncExternalStore(subscribe, read, () => 'metric'),
  choose,
];
