import { useEffect, useEffectEvent } from 'react';

/** Calls back when the browser has a line again, as long as something `isMissing`. */
export function useOnlineAgain(isMissing: boolean, onLine: () => void): void {
  const hear = useEffectEvent(onLine);
  useEffect(() => {
    if (!isMissing) return;
    const again = () => hear();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isMissing]);
}

/** What stands for a picture that could not be had. */
export const missingPicture = (): string =>
  navigator.onLine ? 'Failed to load' : 'Not kept: it comes when you are online';
