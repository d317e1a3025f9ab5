import { IconDeviceMobileRotated, IconPhoto, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { LoadFailure } from '../load-failure.tsx';
import { ToolBar, ToolButton } from '../tool-button.tsx';
import type { ViewerFile } from '../viewer-file.ts';
import viewer from '../viewer.module.css';
import styles from './panorama.module.css';
import { useSphere } from './use-sphere.ts';

const ZOOM_STEP = 1.25;
const HINT = '360-degree photo. Drag or use the arrow keys to look around.';

export function Panorama({ file, onClose }: { file: ViewerFile; onClose: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const sphere = useSphere(container, file);
  const leave = useEffectEvent(onClose);

  useEffect(() => {
    const element = frame.current;
    // Stops these keys from reaching the viewer, which listens on the document and would switch files.
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        leave();
      }
      if (event.key === 'Escape' || /^Arrow|^[-+=_]$/.test(event.key)) event.stopPropagation();
    };
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  }, []);

  // Focused from the start, so that keys work right away.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    element.tabIndex = 0;
    element.focus();
  }, []);

  return (
    <div ref={frame} className={styles.panorama}>
      <div
        ref={container}
        className={styles.sphere}
        data-state={sphere.state}
        role="application"
        aria-label={HINT}
      />
      {sphere.state === 'loading' ? <output className={viewer.notice}>Loading...</output> : null}
      {sphere.state === 'failed' ? (
        <LoadFailure message="This browser can't show 360-degree photos." />
      ) : null}
      <ToolBar>
        <ToolButton label="Back to the flat photo" icon={IconPhoto} onClick={onClose} />
        <ToolButton
          label="Zoom out"
          shortcut="-"
          icon={IconZoomOut}
          onClick={() => sphere.zoom(1 / ZOOM_STEP)}
        />
        <ToolButton
          label="Zoom in"
          shortcut="+"
          icon={IconZoomIn}
          onClick={() => sphere.zoom(ZOOM_STEP)}
        />
        {sphere.isMoving === null ? null : (
          <ToolButton
            label="Look around by moving the phone"
            icon={IconDeviceMobileRotated}
            isPressed={sphere.isMoving}
            onClick={sphere.toggleMoving}
          />
        )}
      </ToolBar>
    </div>
  );
}
