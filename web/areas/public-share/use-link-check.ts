import { useEffect, useEffectEvent } from 'react';

/** Least time between two checks, ms: pictures that fail come in crowds. */
const PAUSE = 5000;

/**
 * Calls `check` when a picture or video of the page could not be loaded, and when somebody comes back
 * to the page: the link may have been closed since, which the server then says.
 */
export function useLinkCheck(check: () => void): void {
  const onDoubt = useEffectEvent(check);
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const doubt = ({ timeStamp }: Event) => {
      if (timeStamp - last < PAUSE) return;
      last = timeStamp;
      onDoubt();
    };
    const onFailure = (event: Event) => {
      const { target } = event;
      if (target instanceof HTMLImageElement || target instanceof HTMLSourceElement) doubt(event);
    };
    const onReturn = (event: Event) => {
      if (document.visibilityState === 'visible' && navigator.onLine) doubt(event);
    };
    // Such errors do not bubble, but they are heard on their way down.
    window.addEventListener('error', onFailure, true);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('error', onFailure, true);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);
}
