import { useSyncExternalStore } from 'react';

const KEY = 'overfly-performance-monitor';
const PARAMETER = 'perf';

const listeners = new Set<() => void>();
let isOn: boolean | null = null;

/** On if the URL contains `?perf=1`, or if it was on before in this tab. */
function read(): boolean {
  isOn ??=
    new URLSearchParams(window.location.search).get(PARAMETER) === '1' ||
    window.sessionStorage.getItem(KEY) === '1';
  return isOn;
}

export function setPerformanceMonitor(next: boolean): void {
  isOn = next;
  window.sessionStorage.setItem(KEY, next ? '1' : '0');
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePerformanceMonitor = (): boolean => useSyncExternalStore(listen, read, () => false);
