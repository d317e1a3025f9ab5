import { useEffect, useEffectEvent, useState } from 'react';
import { type Columns, PhotoGrid } from '#web/ui/picture/photo-grid.tsx';
import type { TilePhoto } from '#web/ui/picture/photo-tile.tsx';
import styles from './gallery.module.css';

/** How many pictures a gallery shows first, how many each press of Load More adds, after how many ms. */
export const PAGING = { first: 18, more: 12, delay: 100 } as const;

/** How many are shown after `presses` of Load More, out of `total`. */
export const shownCount = (total: number, presses: number): number =>
  Math.min(total, PAGING.first + presses * PAGING.more);

type PhotoGalleryProps<T extends TilePhoto> = {
  photos: readonly T[];
  columns?: Columns;
  /** How often Load More was pressed, and what remembers it; of a screen that is come back to. */
  presses: readonly [number, (presses: number) => void];
  /** Whether the first ones stay in the page, however far from the screen. */
  keepsFirst?: boolean;
  /** Whether they wait for another picture, unless somebody comes near. */
  isLater?: boolean;
  onOpen: (photo: T) => void;
};

/** Photos of a submission, some first and more with each Load More; or that there are none. */
export function PhotoGallery<T extends TilePhoto>({
  photos,
  columns = 3,
  presses: [presses, setPresses],
  keepsFirst,
  isLater,
  onOpen,
}: PhotoGalleryProps<T>) {
  const [isWaiting, setIsWaiting] = useState(false);

  const showMore = useEffectEvent(() => {
    setIsWaiting(false);
    setPresses(presses + 1);
  });

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => showMore(), PAGING.delay);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  if (photos.length === 0) return <p className={styles.empty}>No Photos Yet</p>;
  const shown = shownCount(photos.length, presses);
  return (
    <>
      <PhotoGrid
        photos={photos.slice(0, shown)}
        columns={columns}
        isLow
        isLater={isLater}
        keepsFirst={keepsFirst}
        onPress={onOpen}
      />
      {shown < photos.length ? (
        <p className={styles.more}>
          <button
            type="button"
            className={styles.button}
            disabled={isWaiting}
            onClick={() => setIsWaiting(true)}
          >
            Load More
          </button>
          <span>
            {shown} of {photos.length} photos
          </span>
        </p>
      ) : null}
    </>
  );
}
