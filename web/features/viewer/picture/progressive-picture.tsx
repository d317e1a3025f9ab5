import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlaceholder } from '#web/ui/picture/placeholder.ts';
import { imageStats, pictures } from '#web/ui/picture/pictures.ts';
import { LoadFailure } from '../load-failure.tsx';
import { pictureFor } from './picture-level.ts';
import styles from './stage.module.css';
import type { ViewerFile } from '../viewer-file.ts';
import { fitted, type Size, transformOf, type Viewport } from './viewport.ts';

type ProgressivePictureProps = {
  file: ViewerFile;
  view: Viewport;
  /** Degrees clockwise, beside what the view is turned by. */
  turn?: number;
  /** Asks for fresh addresses; the picture is then loaded again in any case. */
  onRetry: () => void;
  onLoaded?: () => void;
};

const SETTLED_MS = 200;

/** The size of a photo; a landscape frame where it is not known. */
export const sizeOf = (file: ViewerFile): Size =>
  file.width && file.height ? { width: file.width, height: file.height } : { width: 4, height: 3 };

/**
 * A picture that sharpens: placeholder, the preset that fits the pane, a larger one when zoomed in.
 * Give it the file's id as `key`.
 */
export function ProgressivePicture(props: ProgressivePictureProps) {
  const { file, view, turn = 0, onRetry, onLoaded } = props;
  const placeholder = usePlaceholder(file.thumbhash);
  const isMoving = useIsMoving(view);
  const { element } = fitted(sizeOf(file), view.pane, view.rotation);
  const density = window.devicePixelRatio;
  const picture = element.width > 0 ? pictureFor(file, element.width, 1, density) : null;
  const [isKept] = useState(() => picture !== null && pictures.has(picture));
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(
    isKept ? 'loaded' : 'loading',
  );
  const [attempt, setAttempt] = useState(0);
  const counted = useRef<ReturnType<typeof imageStats.begin> | null>(null);
  const count = useCallback((image: HTMLImageElement | null) => {
    if (!image) return;
    counted.current = imageStats.begin();
    pictures.ask(image.getAttribute('src') ?? '');
  }, []);
  const larger = view.scale > 1 ? pictureFor(file, element.width, view.scale, density) : null;

  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
    onRetry();
  };
  if (file.presets.length === 0) {
    return <LoadFailure message={`No preview. ${file.errorMessage ?? ''}`} />;
  }
  if (state === 'failed') {
    return <LoadFailure message="Failed to load image" onRetry={retry} />;
  }
  return (
    <div
      className={styles.picture}
      data-state={state}
      data-moving={isMoving || undefined}
      style={{
        width: element.width,
        height: element.height,
        transform: `${transformOf(view)} rotate(${turn}deg)`,
        ...(state === 'loaded' ? {} : placeholder),
      }}
    >
      {picture ? (
        <img
          key={attempt}
          ref={count}
          className={styles.image}
          src={picture}
          alt={file.fileName}
          draggable={false}
          // What is decoded already is there with the frame, and not after a gap.
          decoding={isKept ? 'sync' : 'async'}
          onLoad={() => {
            counted.current?.loaded();
            counted.current = null;
            pictures.keepShown(picture);
            setState('loaded');
            onLoaded?.();
          }}
          onError={() => {
            counted.current?.failed();
            setState('failed');
          }}
        />
      ) : null}
      {larger && larger !== picture && state === 'loaded' ? <Detail src={larger} /> : null}
    </div>
  );
}

/** Whether the view has changed a moment ago. */
function useIsMoving(view: Viewport): boolean {
  const [settled, setSettled] = useState(view);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(view), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [view]);
  return settled !== view;
}

/** The larger picture over the one that fits; without it the view is coarser, but not wrong. */
function Detail({ src }: { src: string }) {
  const [isThere, setIsThere] = useState(false);
  return (
    <img
      className={styles.image}
      data-detail={isThere ? 'loaded' : 'loading'}
      src={src}
      alt=""
      draggable={false}
      decoding="async"
      onLoad={() => setIsThere(true)}
      onError={() => setIsThere(false)}
    />
  );
}
