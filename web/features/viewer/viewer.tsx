import { CompareMode } from './compare/compare-mode.tsx';
import { GalleryMode } from './gallery-mode.tsx';
import { SingleMode } from './single-mode.tsx';
import { useDialog } from './use-dialog.ts';
import { useViewer, type ViewerContent } from './use-viewer.ts';
import { ViewerBar } from './viewer-bar.tsx';
import styles from './viewer.module.css';
import { keyedAction } from './picture/zoom-tools.tsx';

export type ViewerProps = ViewerContent & {
  /** IANA name of the project's time zone. */
  timeZone: string;
  onClose: () => void;
};

/**
 * The media viewer over the whole screen: one file, thumbnails, or two photos compared. Open as long
 * as it is mounted. Keys: arrows, + - 0 for the zoom, r to rotate, Esc to close.
 */
export function Viewer({ timeZone, onClose, ...content }: ViewerProps) {
  const viewer = useViewer(content);
  const { mode, cursor, comparison, photos, view, dispatch, collection, reload, walk } = viewer;
  const dialog = useDialog((event) => {
    if (event.key === 'ArrowLeft') return walk(-1);
    if (event.key === 'ArrowRight') return walk(1);
    const action = mode === 'gallery' ? null : keyedAction(event.key);
    if (action) dispatch(action);
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
      // Browsers close without asking when nobody has touched the page since the dialog opened.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <ViewerBar
        {...{ mode, collection, cursor, timeZone, onClose }}
        canCompare={comparison !== null}
        onMode={viewer.show}
      />
      {mode === 'single' && cursor ? (
        <SingleMode {...{ collection, cursor, view, dispatch }} onWalk={walk} onReload={reload} />
      ) : null}
      {mode === 'gallery' && cursor ? (
        <GalleryMode
          {...{ collection, timeZone, submissionId: cursor.submissionId }}
          onSubmission={viewer.openSubmission}
          onOpen={viewer.openFile}
          onCompare={viewer.compareTwo}
          onReload={reload}
        />
      ) : null}
      {mode === 'compare' && comparison ? (
        <CompareMode
          {...{ collection, comparison, photos, timeZone, view, dispatch }}
          onChange={viewer.setComparison}
          onWalk={walk}
          onReload={reload}
        />
      ) : null}
      {cursor ? null : <p className={styles.notice}>No Photos Yet</p>}
    </dialog>
  );
}
