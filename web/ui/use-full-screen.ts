import { type RefObject, useSyncExternalStore } from 'react';

const listen = (hear: () => void) => {
  document.addEventListener('fullscreenchange', hear);
  return () => document.removeEventListener('fullscreenchange', hear);
};

/** Whether the whole screen is filled, and the switch; null where browsers offer none, as on iPhones. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(listen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    // What the browser refuses leaves all as it is, which the button shows.
    const done = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    done?.catch(() => {});
  };
  return { isFull, toggle };
}
