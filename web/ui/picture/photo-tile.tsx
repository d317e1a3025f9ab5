import { useCallback, useRef, useState } from 'react';
import { kilobytes } from '#domain/byte-size.ts';
import { useIsNear } from '../when-near.tsx';
import { usePlaceholder } from './placeholder.ts';
import styles from './photo-grid.module.css';
import { imageStats } from './pictures.ts';
import type { PictureSource } from './sources.ts';
import { missingPicture, useOnReconnect, useSmallFirst } from './use-small-first.ts';

export type TilePhoto = PictureSource & {
  id: string;
  fileSize: number;
  kind?: string;
  viewpointName?: string | null;
  gimbalYaw?: number | null;
  gimbalPitch?: number | null;
  errorMessage?: string | null;
};

type PhotoTileProps = {
  photo: TilePhoto;
  title: string;
  sizes: string;
  isEager: boolean;
  isLow?: boolean | undefined;
  onPress: () => void;
  /** Whether this photo is selected. If undefined, the tile opens its photo. */
  isChosen?: boolean | undefined;
};

const LAZY_MARGIN = '100px';

export function PhotoTile(props: PhotoTileProps) {
  const { photo, title, sizes, isEager, isLow, onPress, isChosen } = props;
  const tile = useRef<HTMLButtonElement>(null);
  const isNear = useIsNear(tile, LAZY_MARGIN, isEager);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const placeholder = usePlaceholder(photo.thumbhash);
  const smallFirst = useSmallFirst(photo);
  const { sources } = smallFirst;
  const hasFailed = state === 'failed';
  const hasPicture = !hasFailed && sources !== null;

  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  useOnReconnect(hasFailed, retry);
  const press = () => (hasFailed ? retry() : onPress());
  // A picture may load before this script runs. If it has no size yet, it may have failed, so load it again.
  const counted = useRef<ReturnType<typeof imageStats.begin> | null>(null);
  const watch = useCallback((image: HTMLImageElement | null) => {
    if (!image) return;
    counted.current = imageStats.begin();
    if (!image.complete) return;
    if (image.naturalWidth > 0) {
      counted.current.loaded();
      counted.current = null;
      setState('loaded');
    } else setAttempt((attempts) => (attempts === 0 ? 1 : attempts));
  }, []);
  return (
    <button
      ref={tile}
      type="button"
      className={styles.tile}
      data-state={sources === null ? 'none' : state}
      style={state === 'loaded' ? undefined : placeholder}
      aria-pressed={isChosen}
      onClick={press}
    >
      <span className={styles.label}>
        {labelOf(isChosen, hasFailed)} {hasPicture && isNear ? null : title}
      </span>
      {hasPicture ? (
        // Hidden and lazy until near the screen; browsers still load it for printing.
        <img
          key={attempt}
          ref={isNear ? watch : null}
          data-far={isNear ? undefined : true}
          className={styles.image}
          {...sources}
          sizes={sizes}
          alt={title}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={smallFirst.isFirst ? 'high' : isLow ? 'low' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={() => {
            counted.current?.loaded();
            counted.current = null;
            smallFirst.onLoaded();
            setState('loaded');
          }}
          onError={() => {
            if (smallFirst.onFailed()) return;
            counted.current?.failed();
            counted.current = null;
            setState('failed');
          }}
        />
      ) : null}
      {state === 'loading' && sources !== null ? (
        <span className={styles.loading} aria-hidden>
          Loading image...
        </span>
      ) : null}
      {hasFailed || sources === null ? (
        <span className={styles.failed} aria-hidden={hasFailed}>
          {hasFailed ? missingPicture() : `No preview. ${photo.errorMessage ?? ''}`}
        </span>
      ) : null}
      {photo.kind === 'video' ? (
        <svg className={styles.play} viewBox="0 0 24 24" aria-hidden>
          <path d="M8 5v14l11-7z" fill="currentColor" />
        </svg>
      ) : null}
      <span className={styles.overlay} aria-hidden>
        <span className={styles.name}>{title}</span>
        <span>{kilobytes(photo.fileSize)}</span>
      </span>
    </button>
  );
}

function labelOf(isChosen: boolean | undefined, hasFailed: boolean): string {
  if (hasFailed) return 'Failed to load, try again:';
  return isChosen === undefined ? 'Open' : 'Select';
}
