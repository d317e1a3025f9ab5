import { laidPair, pairSign, type Layable } from '#domain/laid-pair.ts';
import type { PictureSource } from '../picture/sources.ts';
import { CompareSlider } from './compare-slider.tsx';
import { PairPicture } from './pair-picture.tsx';
import styles from './pair-slider.module.css';

export type PairPhoto = PictureSource & Layable & { id: string };

type PairSliderProps = {
  before: PairPhoto;
  after: PairPhoto;
  /** Clockwise rotation of the after photo, degrees, if the two are not aligned. */
  turn: number;
  /** What both show, for screen readers. */
  name: string;
  /** Each photo's day. */
  beforeLabel: string;
  afterLabel: string;
  /** Width on the screen, as in the `sizes` attribute of an image. */
  sizes: string;
  /** Whether these are the first pictures on the screen. */
  isEager?: boolean;
  /** Shown on the picture if the two have not been aligned yet. */
  unknown?: string;
};

/** Two overlaid photos of one place, aligned if possible, with a note that they are or why not. */
export function PairSlider(props: PairSliderProps) {
  const { before, after, turn, name, beforeLabel, afterLabel } = props;
  const laid = laidPair({ before, after });
  const sign = pairSign({ before, after }) ?? props.unknown;
  const look = { turn: laid ? 0 : turn, sizes: props.sizes, isEager: props.isEager };
  const placed = (matrix: NonNullable<typeof laid>['before'] | undefined) =>
    laid && matrix ? { frame: laid.frame, matrix } : null;
  return (
    <div className={styles.comparison}>
      <CompareSlider
        before={
          <PairPicture
            key={before.id}
            photo={before}
            alt={`${name}, ${beforeLabel}`}
            placement={placed(laid?.before)}
            {...look}
            isStill
          />
        }
        after={
          <PairPicture
            key={after.id}
            photo={after}
            alt={`${name}, ${afterLabel}`}
            placement={placed(laid?.after)}
            {...look}
          />
        }
        {...{ beforeLabel, afterLabel }}
      />
      {sign ? <span className={styles.sign}>{sign}</span> : null}
    </div>
  );
}
