import {
  IconChevronLeft,
  IconChevronRight,
  IconMapPinPlus,
  IconView360,
} from '@tabler/icons-react';
import { Suspense, useEffect, useState, useRef } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { LoadFailure } from './load-failure.tsx';
import { ProgressivePicture, sizeOf } from './picture/progressive-picture.tsx';
import { type Cursor, itemAt, neighborOf } from './collection.ts';
import { Pins } from './pins.tsx';
import { Stage } from './picture/stage.tsx';
import { ToolBar, ToolButton } from './tool-button.tsx';
import { useSinglePreload } from './picture/use-preload.ts';
import { VideoPlayer } from './video-player.tsx';
import styles from './single-mode.module.css';
import shared from './viewer.module.css';
import { isPhoto, type ViewerFile } from './viewer-file.ts';
import type { ViewerState } from './use-viewer.ts';
import { SubmissionStepButton } from './submission-step-button.tsx';
import { ZoomTools } from './picture/zoom-tools.tsx';
import { Thumb } from './thumb.tsx';
import { useCenterSelected } from './use-centered.ts';

const Panorama = lazyComponent(() => import('./panorama/panorama.tsx'), 'Panorama');

export function SingleMode({ viewer, cursor }: { viewer: ViewerState; cursor: Cursor }) {
  const { collection, view, dispatch, walk } = viewer;
  const place = itemAt(collection, cursor);
  const file = place?.file ?? null;
  const error = place?.entry.error;
  const [panoramaId, setPanoramaId] = useState<string | null>(null);
  const titleAt = (by: 1 | -1) => {
    const next = neighborOf(collection, cursor, by);
    return next && itemAt(collection, next)?.file?.title;
  };
  const isPanorama = file !== null && file.id === panoramaId;

  useEffect(() => {
    dispatch({ type: 'show', pictures: file && isPhoto(file) ? [sizeOf(file)] : [] });
  }, [file, dispatch]);
  useSinglePreload(viewer, cursor);

  return (
    <div className={styles.single} data-panel={viewer.panel}>
      <div className={styles.file}>
        {error ? (
          <LoadFailure message={error} onRetry={() => viewer.reload(cursor.submissionId)} />
        ) : null}
        {!file && !error ? <output className={shared.notice}>Loading...</output> : null}
        {file && !isPhoto(file) ? <VideoPlayer key={file.id} {...{ viewer, file }} /> : null}
        {isPanorama ? (
          <Suspense fallback={<output className={shared.notice}>Loading...</output>}>
            <Panorama key={file.id} file={file} onClose={() => setPanoramaId(null)} />
          </Suspense>
        ) : null}
        {file && isPhoto(file) && !isPanorama ? (
          <>
            <Stage
              viewer={viewer}
              onHold={
                viewer.canPin
                  ? (at) => viewer.placePin({ fileId: file.id, seconds: null, ...at })
                  : undefined
              }
            >
              <ProgressivePicture
                key={file.id}
                file={file}
                view={view}
                onRetry={() => viewer.reload(cursor.submissionId)}
              />
              <Pins {...{ viewer, file, view }} />
            </Stage>
            <ToolBar>
              <SubmissionStepButton viewer={viewer} by={-1} />
              {file.photoType === 'panorama' ? (
                <ToolButton
                  label="Look around"
                  icon={IconView360}
                  onClick={() => setPanoramaId(file.id)}
                />
              ) : null}
              <ZoomTools viewer={viewer} />
              {viewer.canPin ? (
                <ToolButton
                  label="Add pin"
                  shortcut="p"
                  icon={IconMapPinPlus}
                  onClick={viewer.startPin}
                />
              ) : null}
              <SubmissionStepButton viewer={viewer} by={1} />
            </ToolBar>
          </>
        ) : null}
        {viewer.pin.isPlacing ? (
          <output className={styles.hint}>
            {matchMedia('(pointer: coarse)').matches
              ? 'Tap the spot'
              : 'Choose the spot: click, or use the arrow keys and Enter'}
          </output>
        ) : null}
        <ToolButton
          className={styles.previous}
          label="Previous"
          target={titleAt(-1)}
          shortcut="ArrowUp"
          icon={IconChevronLeft}
          isDisabled={!neighborOf(collection, cursor, -1)}
          onClick={() => walk(-1)}
        />
        <ToolButton
          className={styles.next}
          label="Next"
          target={titleAt(1)}
          shortcut="ArrowDown"
          icon={IconChevronRight}
          isDisabled={!neighborOf(collection, cursor, 1)}
          onClick={() => walk(1)}
        />
      </div>
      {place?.entry.files ? (
        <Filmstrip files={place.entry.files} current={file} onOpen={viewer.openFile} />
      ) : null}
    </div>
  );
}

type FilmstripProps = {
  files: readonly ViewerFile[];
  current: ViewerFile | null;
  onOpen: (file: ViewerFile) => void;
};

/** Files on each side of the current one; more than fit on any screen. */
const MAX_NEIGHBORS = 30;

function Filmstrip({ files, current, onOpen }: FilmstripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const at = files.findIndex(({ id }) => id === current?.id);
  useCenterSelected(strip, current?.id);
  return (
    <ul ref={strip} className={`${styles.strip} screen-only`} aria-label="This week's files">
      {files.slice(Math.max(0, at - MAX_NEIGHBORS), at + MAX_NEIGHBORS + 1).map((file) => (
        <li key={file.id}>
          <button
            type="button"
            aria-current={file.id === current?.id || undefined}
            aria-label={file.title}
            title={file.title}
            onClick={() => onOpen(file)}
          >
            <Thumb picture={file} />
          </button>
        </li>
      ))}
    </ul>
  );
}
