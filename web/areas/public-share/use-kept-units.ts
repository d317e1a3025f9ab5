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
    // Storage is blocked.
    chosen = 'project';
  }
  return chosen;
}

function choose(choice: UnitsChoice): void {
  chosen = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A visitor's choice of units, kept in this browser. */
export const useKeptUnits = () => ({
  choice: useSyncExternalStore(subscribe, read, (): UnitsChoice => 'project'),
  choose,
});
