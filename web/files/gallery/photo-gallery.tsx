import { useEffect, useEffectEvent, useState } from 'react';
import { type Columns, PhotoGrid } from '#web/ui/picture/photo-grid.tsx';
import type { TilePhoto } from '#web/ui/picture/photo-tile.tsx';
import styles from './gallery.module.css';

/** Photos shown at first, photos added per click on Load More, and the click's delay in milliseconds. */
export const PAGING = { first: 18, more: 12, delay: 100 } as const;

export const shownCount = (total: number, clicks: number): number =>
  Math.min(total, PAGING.first + clicks * PAGING.more);

type PhotoGalleryProps<T extends TilePhoto> = {
  photos: readonly T[];
  columns?: Columns;
  /** Number of clicks on Load More, and its setter. The caller stores it, so that the Back button restores it. */
  clicks: readonly [number, (clicks: number) => void];
  /** Whether the first photos stay mounted however far the page is scrolled. */
  keepsFirst?: boolean;
  /** Whether pictures load only once they are near the viewport, so that a more important picture loads first. */
  isDeferred?: boolean;
  onOpen: (photo: T) => void;
};

export function PhotoGallery<T extends TilePhoto>({
  photos,
  columns = 3,
  clicks: [clicks, setClicks],
  keepsFirst,
  isDeferred,
  onOpen,
}: PhotoGalleryProps<T>) {
  const [isWaiting, setIsWaiting] = useState(false);

  const showMore = useEffectEvent(() => {
    setIsWaiting(false);
    setClicks(clicks + 1);
  });

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => showMore(), PAGING.delay);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  if (photos.length === 0) return <p className={styles.empty}>No Photos Yet</p>;
  const shown = shownCount(photos.length, clicks);
  return (
    <>
      <PhotoGrid
        photos={photos.slice(0, shown)}
        columns={columns}
        isLowPriority
        isBelowFold={isDeferred}
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
