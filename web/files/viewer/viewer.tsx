import { useRef, useState } from 'react';
import { ErrorBoundary, Parts } from '#web/ui/error-boundary.tsx';
import { LazyPerformanceMonitor } from '#web/ui/lazy-performance-monitor.tsx';
import { CompareMode } from './compare/compare-mode.tsx';
import { GalleryMode } from './gallery-mode.tsx';
import { SingleMode } from './single-mode.tsx';
import { useDialog } from './use-dialog.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { useFullScreen } from '#web/ui/use-full-screen.ts';
import { addressOf, useAddress } from './opening.ts';
import { useViewer, type ViewerContent } from './use-viewer.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { type PanelName, ViewerPanel } from './viewer-panel.tsx';
import styles from './viewer.module.css';
import { keyedAction } from './picture/zoom-tools.tsx';

export type ViewerProps = ViewerContent & {
  projectName: string;
  /** IANA name of the project's time zone. */
  timeZone: string;
  /** Whether the address of the page tells what is shown; its page must then open the viewer by it. */
  hasAddress?: boolean;
  onClose: () => void;
};

const MISSING = 'What you opened is no longer here. This is the closest to it.';

/**
 * The media viewer over the whole screen: one file, thumbnails, or two photos compared. Open as long
 * as it is mounted.
 */
export function Viewer(props: ViewerProps) {
  const { projectName, timeZone, hasAddress = true, onClose, ...content } = props;
  const viewer = useViewer(content);
  const { mode, cursor, comparison, view, dispatch, collection, walkWeeks } = viewer;
  const title = `${viewer.name} · ${projectName}`;
  usePageTitle(title);
  useAddress(hasAddress ? viewer.shown : null);
  const frame = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(frame);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const switchPanel = (name: PanelName) => setPanel(panel === name ? null : name);
  const closePanel = () => setPanel(null);
  const dialog = useDialog((event) => {
    const { key } = event;
    if (key === 'Escape' && panel) {
      // Browsers let a page hold back the closing of a dialog once, the key always.
      event.preventDefault();
      return closePanel();
    }
    if (key === '?') return switchPanel('help');
    if (key === 'i') return switchPanel('info');
    if (key === 'f') return fullScreen?.toggle();
    if (key === 'c' && mode === 'compare') return viewer.switchMarked();
    if (mode === 'gallery') return;
    if (key === 'ArrowUp' || key === 'ArrowDown') return viewer.walk(key === 'ArrowUp' ? -1 : 1);
    if (key === 'ArrowLeft' || key === 'ArrowRight') return walkWeeks(key === 'ArrowLeft' ? -1 : 1);
    const action = keyedAction(key);
    if (action) dispatch(action);
  });
  const shared = {
    collection,
    view,
    dispatch,
    onReload: viewer.reload,
    onWalk: viewer.walk,
    weekAt: viewer.weekAt,
    onWalkWeeks: walkWeeks,
  };

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
      // Browsers close without asking when nobody has touched the page since the dialog opened.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <div ref={frame} className={styles.frame}>
        <ErrorBoundary>
          <ViewerBar
            {...{ mode, title, collection, cursor, timeZone, panel, fullScreen, onClose }}
            canCompare={comparison !== null}
            onMode={viewer.show}
            onPanel={switchPanel}
            address={hasAddress ? () => addressOf(viewer.shown) : null}
          />
        </ErrorBoundary>
        {viewer.isMissing ? <output className={styles.missing}>{MISSING}</output> : null}
        <div className={styles.body}>
          <Parts>
            {mode === 'single' && cursor ? (
              <SingleMode {...shared} cursor={cursor} onOpen={viewer.openFile} />
            ) : null}
            {mode === 'gallery' && cursor ? (
              <GalleryMode
                {...{ collection, timeZone, submissionId: cursor.submissionId }}
                onSubmission={viewer.openSubmission}
                onOpen={viewer.openFile}
                onCompare={viewer.compareTwo}
                onReload={viewer.reload}
              />
            ) : null}
            {mode === 'compare' && comparison ? (
              <CompareMode
                {...shared}
                {...{ comparison, timeZone, photos: viewer.photos, split: viewer.split }}
                onSplit={viewer.setSplit}
                {...{ overlay: viewer.overlay, onOverlay: viewer.setOverlay }}
                {...{ isAsTaken: viewer.isAsTaken, onAsTaken: viewer.setAsTaken }}
                onChange={viewer.setComparison}
                {...{ isMarked: viewer.isMarked, onMark: viewer.switchMarked }}
                {...{ panel, onPanel: switchPanel }}
              />
            ) : null}
            {cursor ? null : <p className={styles.notice}>No Photos Yet</p>}
            {panel ? (
              <ViewerPanel
                {...{ panel, viewer, timeZone }}
                onPanel={setPanel}
                onClose={closePanel}
              />
            ) : null}
          </Parts>
        </div>
        <LazyPerformanceMonitor />
      </div>
    </dialog>
  );
}
