import { type CSSProperties, useRef, useState, type RefObject, useLayoutEffect } from 'react';
import { type Homography, matrix3d, resized, type Size } from '#domain/homography.ts';
import { usePlaceholder } from '../picture/placeholder.ts';
import type { PictureSource } from '../picture/sources.ts';
import { missingPicture, useOnlineAgain } from '../picture/use-online-again.ts';
import { useSmallFirst } from '../picture/use-small-first.ts';
import { growthFor } from './growth-for.ts';
import styles from './pair-slider.module.css';

type PairPictureProps = {
  photo: PictureSource;
  alt: string;
  /** Width on the screen, as in the `sizes` attribute of an image. */
  sizes: string;
  /** Degrees clockwise between the two pictures. */
  turn: number;
  /** Whether the other picture is the one to rotate. */
  isStill?: boolean;
  /** How the photo maps to the shared frame; null if unknown. */
  placement: { frame: Size; matrix: Homography } | null;
  isEager?: boolean | undefined;
};

/** One of two overlaid pictures. Fills its box. */
export function PairPicture(props: PairPictureProps) {
  const { photo, alt, turn, isStill = false, placement, isEager = false } = props;
  const [hasFailed, setFailed] = useState(false);
  useOnlineAgain(hasFailed, () => setFailed(false));
  const image = useRef<HTMLImageElement>(null);
  const box = useSizeOf(image, placement !== null);
  const placeholder = usePlaceholder(photo.thumbhash);
  const { sources, isFirst, onLoaded, onFailed } = useSmallFirst(photo);
  const growth = growthFor(turn);
  const turned = growth > 1 ? `scale(${growth}) rotate(${isStill ? 0 : turn}deg)` : undefined;
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

/** Makes the frame fill the box, cropped evenly on both sides, and places the photo on it. */
function placedStyle(
  photo: PictureSource,
  { frame, matrix }: NonNullable<PairPictureProps['placement']>,
  box: Size,
): CSSProperties {
  const is = { width: photo.width ?? frame.width, height: photo.height ?? frame.height };
  const grown = Math.max(box.width / frame.width, box.height / frame.height);
  const shown = { width: frame.width * grown, height: frame.height * grown };
  const [left, top] = [(box.width - shown.width) / 2, (box.height - shown.height) / 2];
  // The element keeps the size of the box, and its picture fills it.
  const onFrame = resized(matrix, { is, shown: box }, { is: frame, shown });
  return {
    objectFit: 'fill',
    transformOrigin: '0 0',
    transform: `translate(${left}px, ${top}px) ${matrix3d(onFrame)}`,
  };
}

/** How large an element is laid out, px, transforms aside; null while that is not wanted, or not known. */
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
