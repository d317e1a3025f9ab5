import { useRef } from 'react';
import { ErrorBoundary, ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { LazyPerformanceMonitor } from '#web/ui/lazy-performance-monitor.tsx';
import { CompareMode } from './compare/compare-mode.tsx';
import { GalleryMode } from './gallery-mode.tsx';
import { SingleMode } from './single-mode.tsx';
import { useDialog } from './use-dialog.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { useFullScreen } from '#web/ui/use-full-screen.ts';
import { useUrlSync } from './opening.ts';
import { useViewer, type ViewerContent } from './use-viewer.ts';
import { NO_PIN } from './pin-view.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerPanel } from './viewer-panel.tsx';
import styles from './viewer.module.css';
import { actionForKey } from './picture/zoom-tools.tsx';

export type ViewerProps = ViewerContent & {
  projectName: string;
  /** Whether the URL reflects the viewer's state. If so, the page must open the viewer from the URL. */
  hasAddress?: boolean;
  onClose: () => void;
};

const MISSING_MESSAGE = 'The item you opened is no longer available. This is the closest match.';

/** A full-screen dialog with one file, thumbnails, or a comparison. It's open while mounted. */
export function Viewer({ projectName, hasAddress = true, onClose, ...content }: ViewerProps) {
  const viewer = useViewer(content);
  const { mode, cursor, comparison, panel } = viewer;
  const title = `${viewer.name} · ${projectName}`;
  usePageTitle(title);
  useUrlSync(hasAddress ? viewer.shown : null);
  const frame = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(frame);
  const dialog = useDialog((event) => {
    const { key } = event;
    if (key === 'Escape' && viewer.pin.isPlacing) {
      event.preventDefault();
      return viewer.patchPin(NO_PIN);
    }
    if (key === 'Escape' && panel) {
      // A page can prevent a dialog from closing only once, but can always intercept the key.
      event.preventDefault();
      return viewer.closePanel();
    }
    if (key === '?') return viewer.switchPanel('help');
    if (key === 'i') return viewer.switchPanel('info');
    if (key === 'p') return viewer.startPin();
    if (key === 'f') return fullScreen?.toggle();
    if (key === 'c' && mode === 'compare') return viewer.switchMarked();
    if (mode === 'gallery') return;
    if (key === 'ArrowUp' || key === 'ArrowDown') return viewer.walk(key === 'ArrowUp' ? -1 : 1);
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      return viewer.walkWeeks(key === 'ArrowLeft' ? -1 : 1);
    const action = actionForKey(key);
    if (action) viewer.dispatch(action);
  });

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Media viewer"
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close the dialog without a `cancel` event if nobody has interacted with it since it opened.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <div ref={frame} className={styles.frame}>
        <ErrorBoundary>
          <ViewerBar {...{ viewer, title, hasAddress, fullScreen, onClose }} />
        </ErrorBoundary>
        {viewer.isMissing ? <output className={styles.missing}>{MISSING_MESSAGE}</output> : null}
        <div className={styles.body}>
          <ErrorBoundaries>
            {mode === 'single' && cursor ? <SingleMode {...{ viewer, cursor }} /> : null}
            {mode === 'gallery' && cursor ? <GalleryMode {...{ viewer, cursor }} /> : null}
            {mode === 'compare' && comparison ? <CompareMode {...{ viewer, comparison }} /> : null}
            {cursor ? null : <p className={styles.notice}>No Photos Yet</p>}
            {panel ? <ViewerPanel {...{ viewer, panel }} /> : null}
          </ErrorBoundaries>
        </div>
        <LazyPerformanceMonitor />
      </div>
    </dialog>
  );
}
