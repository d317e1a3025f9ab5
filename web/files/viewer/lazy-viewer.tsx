import { Suspense, useEffect, useEffectEvent } from 'react';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { addressOf } from './opening.ts';
import type { ViewerProps } from './viewer.tsx';

const isOver = () => (window.history.state as { isOver?: boolean } | null)?.isOver === true;

/**
 * The browser's Back closes the viewer, and the page stays: opening makes an entry of the history, which closing by
 * other means takes away. Where the address opened the viewer, the entry below gets the address without it.
 */
function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { history } = window;
    // After a reload the entry is there already.
    if (!isOver()) {
      const address = window.location.href;
      const below = addressOf(null);
      if (below !== address) history.replaceState(history.state, '', below);
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

const Viewer = lazyPart(() => import('./viewer.tsx'), 'Viewer');

/** The viewer, fetched when it is first opened; the browser's Back closes it. */
export function LazyViewer(props: ViewerProps) {
  useCloseOnBack(props.onClose);
  return (
    <Suspense>
      <Viewer {...props} />
    </Suspense>
  );
}
