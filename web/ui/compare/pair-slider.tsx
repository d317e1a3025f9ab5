import { pairAlignment, alignmentLabel, type AlignablePhoto } from '#domain/aligned-pair.ts';
import type { PictureSource } from '../picture/sources.ts';
import { CompareSlider } from './compare-slider.tsx';
import styles from './pair-slider.module.css';
import { type CSSProperties, useRef, useState, type RefObject, useLayoutEffect } from 'react';
import { type Homography, matrix3d, resized, type Size } from '#domain/homography.ts';
import { usePlaceholder } from '../picture/placeholder.ts';
import { missingPicture, useOnReconnect, useSmallFirst } from '../picture/use-small-first.ts';

export type PairPhoto = PictureSource & AlignablePhoto & { id: string };

type PairSliderProps = {
  before: PairPhoto;
  after: PairPhoto;
  /** Degrees clockwise by which the after photo is rotated if the two aren't aligned. */
  turn: number;
  /** For screen readers. */
  name: string;
  beforeLabel: string;
  afterLabel: string;
  sizes: string;
  isEager?: boolean;
  /** Shown on the picture if the two have not been aligned yet. */
  pendingNote?: string;
};

/** Two overlaid photos of one place, with a note about their alignment. */
export function PairSlider(props: PairSliderProps) {
  const { before, after, turn, name, beforeLabel, afterLabel } = props;
  const alignment = pairAlignment({ before, after });
  const note = alignmentLabel({ before, after }) ?? props.pendingNote;
  const look = { turn: alignment ? 0 : turn, sizes: props.sizes, isEager: props.isEager };
  const placed = (matrix: NonNullable<typeof alignment>['before'] | undefined) =>
    alignment && matrix ? { frame: alignment.frame, matrix } : null;
  return (
    <div className={styles.comparison}>
      <CompareSlider
        before={
          <PairPicture
            key={before.id}
            photo={before}
            alt={`${name}, ${beforeLabel}`}
            placement={placed(alignment?.before)}
            {...look}
            isFixed
          />
        }
        after={
          <PairPicture
            key={after.id}
            photo={after}
            alt={`${name}, ${afterLabel}`}
            placement={placed(alignment?.after)}
            {...look}
          />
        }
        {...{ beforeLabel, afterLabel }}
      />
      {note ? <span className={styles.sign}>{note}</span> : null}
    </div>
  );
}

type PairPictureProps = {
  photo: PictureSource;
  alt: string;
  sizes: string;
  /** Degrees clockwise between the two pictures. */
  turn: number;
  /** Whether the other picture is the one to rotate. */
  isFixed?: boolean;
  /** How the photo maps to the shared frame; null if unknown. */
  placement: { frame: Size; matrix: Homography } | null;
  isEager?: boolean | undefined;
};

function PairPicture(props: PairPictureProps) {
  const { photo, alt, turn, isFixed = false, placement, isEager = false } = props;
  const [hasFailed, setFailed] = useState(false);
  useOnReconnect(hasFailed, () => setFailed(false));
  const image = useRef<HTMLImageElement>(null);
  const box = useSizeOf(image, placement !== null);
  const placeholder = usePlaceholder(photo.thumbhash);
  const { sources, isFirst, onLoaded, onFailed } = useSmallFirst(photo);
  const scale = scaleForRotation(turn);
  const turned = scale > 1 ? `scale(${scale}) rotate(${isFixed ? 0 : turn}deg)` : undefined;
  const look = {
    className: styles.layer,
    style: {
      ...placeholder,
      ...(placement && box ? placedStyle(photo, placement, box) : { transform: turned }),
    },
    sizes: props.sizes,
    loading: isEager ? 'eager' : 'lazy',
    fetchPriority: isEager || isFirst ? 'high' : 'auto',
    decoding: 'async',
    draggable: false,
  } as const;
  if (hasFailed) return <p className={styles.missing}>{missingPicture()}</p>;
  return (
    <img
      ref={image}
      {...look}
      {...sources}
      alt={alt}
      onLoad={onLoaded}
      onError={() => {
        if (!onFailed()) setFailed(true);
      }}
    />
  );
}

/** Scales the frame to cover the box, cropped evenly on both sides, and aligns the photo with the frame. */
function placedStyle(
  photo: PictureSource,
  { frame, matrix }: NonNullable<PairPictureProps['placement']>,
  box: Size,
): CSSProperties {
  const is = { width: photo.width ?? frame.width, height: photo.height ?? frame.height };
  const scale = Math.max(box.width / frame.width, box.height / frame.height);
  const shown = { width: frame.width * scale, height: frame.height * scale };
  const [left, top] = [(box.width - shown.width) / 2, (box.height - shown.height) / 2];
  const onFrame = resized(matrix, { is, shown: box }, { is: frame, shown });
  return {
    objectFit: 'fill',
    transformOrigin: '0 0',
    transform: `translate(${left}px, ${top}px) ${matrix3d(onFrame)}`,
  };
}

/** An element's layout size in px, ignoring transforms; null while unknown or not needed. */
function useSizeOf(element: RefObject<HTMLElement | null>, isWanted: boolean): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched || !isWanted) return;
    const measure = () => setSize({ width: watched.offsetWidth, height: watched.offsetHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    measure();
    return () => observer.disconnect();
  }, [element, isWanted]);
  return isWanted && size && size.width > 0 && size.height > 0 ? size : null;
}

const WIDEST = 16 / 9;

/** The scale at which a rotated picture still fills its frame. */
export function scaleForRotation(turn: number): number {
  const angle = (turn * Math.PI) / 180;
  return Math.abs(Math.cos(angle)) + WIDEST * Math.abs(Math.sin(angle));
}
