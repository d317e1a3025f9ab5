import { useEffect, useEffectEvent } from 'react';

const isOver = () => (window.history.state as { isOver?: boolean } | null)?.isOver === true;

/**
 * The browser's Back closes what lies over the whole page, and the page stays: opening makes an entry
 * of the history, which closing by other means takes away. Where the address says that something is
 * open, as after a link, `below` is the address of the page without it.
 */
export function useCloseOnBack(onClose: () => void, below?: () => string): void {
  const close = useEffectEvent(onClose);
  const addressBelow = useEffectEvent(() => below?.() ?? '');
  useEffect(() => {
    const { history } = window;
    // After a reload the entry is there already.
    if (!isOver()) {
      const address = window.location.href;
      const page = addressBelow();
      if (page && page !== address) history.replaceState(history.state, '', page);
      // All else stays as it is, so that the router takes it for the page below.
      history.pushState({ ...history.state, isOver: true }, '', address);
    }
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('popstate', close);
      // Not after Back, nor when another page has taken the entry's place.
      if (isOver()) history.back();
    };
  }, []);
}
