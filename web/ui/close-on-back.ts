import { useEffect, useEffectEvent } from 'react';

/**
 * The browser's Back closes what lies over the whole page, and the page stays: opening makes an entry
 * of the history, which closing by other means takes away.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { history } = window;
    // All else stays as it is, so that the router takes it for the page below.
    history.pushState({ ...history.state, isOver: true }, '');
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('popstate', close);
      // Not after Back, nor when another page has taken the entry's place.
      if ((history.state as { isOver?: boolean } | null)?.isOver) history.back();
    };
  }, []);
}
