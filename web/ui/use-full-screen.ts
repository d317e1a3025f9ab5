import { type RefObject, useSyncExternalStore } from 'react';

const listen = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};

/** Full-screen state and toggle; null if unsupported, as on iPhones. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(listen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    // If the browser refuses, the state doesn't change.
    const done = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    done?.catch(() => {});
  };
  return { isFull, toggle };
}
