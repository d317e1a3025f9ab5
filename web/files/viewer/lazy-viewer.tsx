import { Suspense, useEffect, useEffectEvent } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { urlOf } from './opening.ts';
import type { ViewerProps } from './viewer.tsx';

const isViewerEntry = () => (window.history.state as { isOver?: boolean } | null)?.isOver === true;

/**
 * Makes the browser's Back button close the viewer. Opening adds a history entry, and closing in any other way removes
 * it. If the viewer was opened from the URL, the previous entry gets the URL without the viewer's state.
 */
function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { history } = window;
    // After a reload, the entry already exists.
    if (!isViewerEntry()) {
      const address = window.location.href;
      const below = urlOf(null);
      if (below !== address) history.replaceState(history.state, '', below);
      // Keep the router's state, so that it treats this entry as the same page.
      history.pushState({ ...history.state, isOver: true }, '', address);
    }
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('popstate', close);
      // Skip if Back or another page has already replaced the entry.
      if (isViewerEntry()) history.back();
    };
  }, []);
}

const Viewer = lazyComponent(() => import('./viewer.tsx'), 'Viewer');

export function LazyViewer(props: ViewerProps) {
  useCloseOnBack(props.onClose);
  return (
    <Suspense>
      <Viewer {...props} />
    </Suspense>
  );
}
