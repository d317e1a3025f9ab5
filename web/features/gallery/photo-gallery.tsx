import { useEffect, useState } from 'react';
import { type Columns, PhotoGrid } from '#web/ui/picture/photo-grid.tsx';
import type { TilePhoto } from '#web/ui/picture/photo-tile.tsx';
import styles from './gallery.module.css';
import { PAGING, shownCount } from './paging.ts';

type PhotoGalleryProps<T extends TilePhoto> = {
  photos: readonly T[];
  columns?: Columns;
  /** On shared and weekly pages, below their hero: 18 photos first, 12 more with each Load More. */
  isPaged?: boolean;
  onOpen: (photo: T) => void;
};

/** Photos of a submission, or that there are none. Give it the submission's id as `key`. */
export function PhotoGallery<T extends TilePhoto>({
  photos,
  columns = 3,
  isPaged = false,
  onOpen,
}: PhotoGalleryProps<T>) {
  const [presses, setPresses] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setIsWaiting(false);
      setPresses((before) => before + 1);
    }, PAGING.delay);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  if (photos.length === 0) return <p className={styles.empty}>No Photos Yet</p>;
  const shown = isPaged ? shownCount(photos.length, presses) : photos.length;
  return (
    <>
      <PhotoGrid
        photos={photos.slice(0, shown)}
        columns={columns}
        isLow={isPaged}
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
