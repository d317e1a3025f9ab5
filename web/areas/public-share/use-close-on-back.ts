import { useEffect, useEffectEvent } from 'react';

/**
 * The browser's Back closes what is open over the page, and the page stays: opening makes an entry of
 * the history, which closing by other means takes away.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    window.history.pushState(null, '');
    let isLeft = false;
    const onPop = () => {
      isLeft = true;
      close();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      if (!isLeft) window.history.back();
    };
  }, [isOpen]);
}
