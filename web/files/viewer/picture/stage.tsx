import { type ReactNode, useEffect, useRef } from 'react';
import styles from './stage.module.css';
import { useGestures } from './use-gestures.ts';
import type { Viewport, ViewportAction } from './viewport.ts';

type StageProps = {
  view: Viewport;
  dispatch: (action: ViewportAction) => void;
  onSwipe?: (by: 1 | -1) => void;
  children: ReactNode;
};

/** The area in which pictures are looked at: tells its size, zooms, pans and swipes. */
export function Stage({ view, dispatch, onSwipe, children }: StageProps) {
  const element = useRef<HTMLDivElement>(null);
  const gestures = useGestures({ element, scale: view.scale, dispatch, onSwipe });

  useEffect(() => {
    const pane = element.current;
    if (!pane) return;
    const observer = new ResizeObserver(() =>
      dispatch({ type: 'measure', pane: { width: pane.clientWidth, height: pane.clientHeight } }),
    );
    observer.observe(pane);
    return () => observer.disconnect();
  }, [dispatch]);

  return (
    <div
      ref={element}
      className={styles.stage}
      data-pannable={view.scale > 1 || undefined}
      {...gestures}
    >
      {children}
    </div>
  );
}
