import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { type Homography, matrix3d, resized } from '#domain/homography.ts';
import { usePlaceholder } from '#web/ui/picture/placeholder.ts';
import { imageStats, pictures } from '#web/ui/picture/pictures.ts';
import { LoadFailure } from '../load-failure.tsx';
import { pictureFor } from './picture-level.ts';
import styles from './stage.module.css';
import type { ViewerFile } from '../viewer-file.ts';
import { fitToPane, type Size, transformOf, type Viewport } from './viewport.ts';

type ProgressivePictureProps = {
  file: ViewerFile;
  view: Viewport;
  /** Degrees clockwise, in addition to the view's rotation. */
  turn?: number;
  /** Aligns the photo with a frame of size `onto`, which crops it. `matrix` maps full-size pixels. */
  alignment?: { onto: Size; matrix: Homography } | null;
  /** Called to request fresh URLs. The picture is reloaded either way. */
  onRetry: () => void;
};

const SETTLE_MS = 200;

/** A photo's size; 4:3 if unknown. */
export const sizeOf = (file: ViewerFile): Size =>
  file.width && file.height ? { width: file.width, height: file.height } : { width: 4, height: 3 };

/** Loads the preset that fits, then a larger one when zoomed in. Use the file's ID as `key`. */
export function ProgressivePicture(props: ProgressivePictureProps) {
  const { file, view, turn = 0, alignment = null, onRetry } = props;
  const placeholder = usePlaceholder(file.thumbhash);
  const isMoving = useIsMoving(view);
  const { element } = fitToPane(alignment?.onto ?? sizeOf(file), view.pane, view.rotation);
  const imageStyle =
    alignment && element.width > 0 ? alignedStyle(file, alignment, element) : undefined;
  const density = window.devicePixelRatio;
  // An aligned photo is larger than the frame, which crops it.
  const width = alignment
    ? (element.width * sizeOf(file).width) / alignment.onto.width
    : element.width;
  const picture = element.width > 0 ? pictureFor(file, width, 1, density) : null;
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
  const larger = view.scale > 1 ? pictureFor(file, width, view.scale, density) : null;

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
      data-laid={imageStyle ? '' : undefined}
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
          style={imageStyle}
          src={picture}
          alt={file.title}
          draggable={false}
          // Pictures that are already decoded appear right away, without a flash.
          decoding={isKept ? 'sync' : 'async'}
          onLoad={() => {
            counted.current?.loaded();
            counted.current = null;
            pictures.keepShown(picture);
            setState('loaded');
          }}
          onError={() => {
            counted.current?.failed();
            setState('failed');
          }}
        />
      ) : null}
      {larger && larger !== picture && state === 'loaded' ? (
        <DetailPicture src={larger} style={imageStyle} />
      ) : null}
    </div>
  );
}

function alignedStyle(
  file: ViewerFile,
  { onto, matrix }: { onto: Size; matrix: Homography },
  shown: Size,
): CSSProperties {
  const onScreen = resized(matrix, { is: sizeOf(file), shown }, { is: onto, shown });
  return { objectFit: 'fill', transformOrigin: '0 0', transform: matrix3d(onScreen) };
}

function useIsMoving(view: Viewport): boolean {
  const [settled, setSettled] = useState(view);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(view), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [view]);
  return settled !== view;
}

/** A larger picture on top. If it fails to load, the view is just less sharp. */
function DetailPicture({ src, style }: { src: string; style: CSSProperties | undefined }) {
  const [isThere, setIsThere] = useState(false);
  return (
    <img
      className={styles.image}
      style={style}
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
