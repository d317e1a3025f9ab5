import { useEffect, useState } from 'react';
import type { Pin } from '#domain/pins.ts';
import type { SharedData } from './shared-data.ts';
import { fetchShared } from './use-shared-files.ts';

/** For the viewer, once it is open; undefined if the link shows no pins. */
export function useSharedPins({ token, page }: SharedData, isViewerOpen: boolean) {
  const [shared, setShared] = useState<readonly Pin[]>([]);
  const isShown = page.showPins && token !== null;
  useEffect(() => {
    if (!isShown || !isViewerOpen) return;
    const show = ({ pins }: { pins: Pin[] }) => setShared(pins);
    // The photo is shown without its pins.
    fetchShared<{ pins: Pin[] }>(`shared/${token}/pins`).then(show, () => {});
  }, [isShown, isViewerOpen, token]);
  return isShown ? { shared } : undefined;
}
