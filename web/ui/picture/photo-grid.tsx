import { fileTitle } from '#domain/file-titles.ts';
import { Windowed } from '../windowed.tsx';
import styles from './photo-grid.module.css';
import { PhotoTile, type TilePhoto } from './photo-tile.tsx';

export type Columns = 2 | 3 | 4;

type PhotoGridProps<T extends TilePhoto> = {
  photos: readonly T[];
  columns?: Columns;
  /** The page has a more important picture than these, e.g. a hero above them. */
  isLow?: boolean;
  /** None comes before somebody is near. */
  isLater?: boolean | undefined;
  onPress: (photo: T) => void;
  /** Ids of the chosen photos, where tiles are there to be chosen from. */
  chosenIds?: readonly string[];
  /** Whether the first ones stay in the page, however far from the screen. */
  keepsFirst?: boolean | undefined;
};

const EAGER = 6;
/** Below these widths of the screen the grid shows fewer columns; kept in step with the style sheet. */
const sizesFor = (columns: Columns) =>
  `(max-width: 40rem) 50vw, (max-width: 62rem) ${columns === 2 ? 50 : 34}vw, ${Math.ceil(100 / columns)}vw`;

const CLASSES = { 2: styles.two, 3: styles.three, 4: styles.four };

/** Photos in 2, 3 or 4 columns (fewer on small screens) of boxes that never change their size. */
export function PhotoGrid<T extends TilePhoto>({
  photos,
  columns = 3,
  isLow,
  isLater = false,
  onPress,
  chosenIds,
  keepsFirst,
}: PhotoGridProps<T>) {
  return (
    <Windowed
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
          isEager={index < EAGER && !isLater}
          isLow={isLow}
          isChosen={chosenIds?.includes(photo.id)}
          onPress={() => onPress(photo)}
        />
      )}
    </Windowed>
  );
}
