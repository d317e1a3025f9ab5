import { useSyncExternalStore } from 'react';
import { isUnitsChoice, type UnitsChoice } from '#domain/units.ts';

const KEY = 'overfly.units';
const listeners = new Set<() => void>();
let chosen: UnitsChoice | null = null;

function read(): UnitsChoice {
  if (chosen) return chosen;
  try {
    const kept = localStorage.getItem(KEY);
    chosen = isUnitsChoice(kept) ? kept : 'project';
  } catch {
    // A browser that keeps nothing.
    chosen = 'project';
  }
  return chosen;
}

function choose(choice: UnitsChoice): void {
  chosen = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The units that a visitor chose in this browser, and how to change them. */
export const useKeptUnits = () => ({
  choice: useSyncExternalStore(subscribe, read, (): UnitsChoice => 'project'),
  choose,
});
