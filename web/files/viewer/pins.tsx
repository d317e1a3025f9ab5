import { type ComponentProps, Suspense } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import type { PinLayer } from '../pins/pin-layer.tsx';
import type { ViewerState } from './use-viewer.ts';

const SharedLayer = lazyComponent(() => import('../pins/pin-layer.tsx'), 'PinLayer');
const SharedPanel = lazyComponent(() => import('../pins/pins-panel.tsx'), 'PinsPanel');
const LiveLayer = lazyComponent(() => import('../pins/live-pin-layer.tsx'), 'LivePinLayer');
const LivePanel = lazyComponent(() => import('../pins/live-pins-panel.tsx'), 'LivePinsPanel');

export function Pins(props: Omit<ComponentProps<typeof PinLayer>, 'pins' | 'onMove'>) {
  const { pins } = props.viewer;
  if (!pins) return null;
  return (
    <Suspense>
      {'shared' in pins ? <SharedLayer {...props} pins={pins.shared} /> : <LiveLayer {...props} />}
    </Suspense>
  );
}

export function PinsPanel({ viewer }: { viewer: ViewerState }) {
  const { pins } = viewer;
  if (!pins) return null;
  return (
    <Suspense>
      {'shared' in pins ? (
        <SharedPanel {...{ viewer }} pins={pins.shared} />
      ) : (
        <LivePanel {...{ viewer }} {...pins} />
      )}
    </Suspense>
  );
}
