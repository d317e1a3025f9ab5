import { fileTitle } from '#domain/file-titles.ts';
import { VirtualList } from '../virtual-list.tsx';
import styles from './photo-grid.module.css';
import { PhotoTile, type TilePhoto } from './photo-tile.tsx';

export type Columns = 2 | 3 | 4;

type PhotoGridProps<T extends TilePhoto> = {
  photos: readonly T[];
  columns?: Columns;
  /** Lowers loading priority, for pages with a more important picture, such as a hero. */
  isLowPriority?: boolean;
  /** Loads no picture until it is near the screen. */
  isBelowFold?: boolean | undefined;
  onPress: (photo: T) => void;
  /** IDs of the selected photos. If set, tiles are selected instead of opened. */
  chosenIds?: readonly string[];
  /** Whether the first tiles stay in the page however far it is scrolled. */
  keepsFirst?: boolean | undefined;
};

const EAGER = 6;
/** Breakpoints must match the style sheet. */
const sizesFor = (columns: Columns) =>
  `(max-width: 40rem) 50vw, (max-width: 62rem) ${columns === 2 ? 50 : 34}vw, ${Math.ceil(100 / columns)}vw`;

const CLASSES = { 2: styles.two, 3: styles.three, 4: styles.four };

/** Fewer columns on small screens. */
export function PhotoGrid<T extends TilePhoto>({
  photos,
  columns = 3,
  isLowPriority,
  isBelowFold = false,
  onPress,
  chosenIds,
  keepsFirst,
}: PhotoGridProps<T>) {
  return (
    <VirtualList
      things={photos}
      className={styles.photos}
      portionClassName={CLASSES[columns]}
      keepsFirst={keepsFirst}
    >
      {(photo, index) => (
        <PhotoTile
          photo={photo}
          title={fileTitle(photos, photo)}
          sizes={sizesFor(columns)}
          isEager={index < EAGER && !isBelowFold}
          isLow={isLowPriority}
          isChosen={chosenIds?.includes(photo.id)}
          onPress={() => onPress(photo)}
        />
      )}
    </VirtualList>
  );
}
