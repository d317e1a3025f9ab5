import { useEffect, useEffectEvent } from 'react';

/** Least time between two checks, ms: pictures that fail come in crowds. */
const PAUSE = 5000;

/**
 * Calls `check` when a picture or video of the page could not be loaded: the link may have been
 * closed since, which the server then says.
 */
export function useLinkCheck(check: () => void): void {
  const onFailure = useEffectEvent(check);
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const listen = (event: Event) => {
      const isMedia =
        event.target instanceof HTMLImageElement || event.target instanceof HTMLSourceElement;
      if (!isMedia || event.timeStamp - last < PAUSE) return;
      last = event.timeStamp;
      onFailure();
    };
    // Such errors do not bubble, but they are heard on their way down.
    window.addEventListener('error', listen, true);
    return () => window.removeEventListener('error', listen, true);
  }, []);
}
