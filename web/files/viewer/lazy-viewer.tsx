import { Suspense } from 'react';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { useCloseOnBack } from '#web/ui/close-on-back.ts';
import { addressOf } from './use-opening.ts';
import type { ViewerProps } from './viewer.tsx';

const Viewer = lazyPart(() => import('./viewer.tsx'), 'Viewer');

/** The viewer, fetched when it is first opened; the browser's Back closes it. */
export function LazyViewer(props: ViewerProps) {
  useCloseOnBack(props.onClose, () => addressOf(null));
  return (
    <Suspense>
      <Viewer {...props} />
    </Suspense>
  );
}
