import { type CSSProperties, useRef } from 'react';
import { type Homography, matrix3d, resized, type Size } from '#domain/homography.ts';
import type { SharedFile } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import { CompareSlider } from '#web/ui/compare/compare-slider.tsx';
import { averageColour } from '#web/ui/picture/placeholder.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { firstPair, growthFor } from './before-after-pair.ts';
import styles from './comparison.module.css';
import { useIsFirstPictureDone } from './use-is-first-picture-done.ts';
import { type SharedFiles, useFilesOf } from './use-shared-files.ts';
import { useSizeOf } from './use-size-of.ts';
import { useWeekInAddress } from './use-week-in-address.ts';
import { Waiting } from './waiting.tsx';

const photosIn = (files: readonly SharedFile[] | undefined) =>
  files?.filter(({ kind, presets }) => kind === 'photo' && presets.length > 0) ?? [];

/** The newest week with photos and an earlier one, which the address names; null without two. */
export function useComparison({ submissions }: SharedPage, files: SharedFiles) {
  const [newest, ...earlier] = submissions.filter(({ photoCount }) => photoCount > 0);
  const ids = earlier.map(({ id }) => id);
  const [chosenId, choose] = useWeekInAddress('before', ids);
  const chosen = earlier.find(({ id }) => id === chosenId);
  const afterState = useFilesOf(files, newest?.id);
  const beforeState = useFilesOf(files, chosen?.id);
  if (!newest || !chosen) return null;
  const pair = firstPair(photosIn(beforeState.data?.files), photosIn(afterState.data?.files));
  return {
    newest,
    earlier,
    chosen,
    choose,
    pair,
    error: afterState.error ?? beforeState.error,
    retry: () => void files.load(chosen.id),
  };
}

type Comparison = NonNullable<ReturnType<typeof useComparison>>;

/** Both weeks on one another, from the same viewpoint where there is one. */
export function ComparisonSlider({
  comparison: { newest, chosen, pair, error, retry },
  timeZone,
  isFirst = false,
}: {
  comparison: Comparison;
  timeZone: string;
  /** Whether no other picture of the page comes before it. */
  isFirst?: boolean;
}) {
  const { before, after, turn, laid, sign } = pair;
  const growth = growthFor(turn);
  const day = (submission: SharedSubmission) => date(documentedDay(submission, timeZone), timeZone);
  const lie = (matrix: Homography | undefined) =>
    laid && matrix ? { frame: laid.frame, matrix } : null;
  const isWanted = useIsFirstPictureDone() || isFirst;
  const slider = (
    <CompareSlider
      before={
        before ? (
          <Layer
            key={before.id}
            photo={before}
            isWanted={isWanted}
            growth={growth}
            lie={lie(laid?.before)}
          />
        ) : (
          <Waiting error={error} onRetry={retry} />
        )
      }
      after={
        after ? (
          <Layer
            key={after.id}
            photo={after}
            isWanted={isWanted}
            growth={growth}
            turn={turn}
            lie={lie(laid?.after)}
          />
        ) : null
      }
      beforeLabel={day(chosen)}
      afterLabel={day(newest)}
    />
  );
  return (
    <div className={styles.comparison}>
      {slider}
      {sign === null ? null : <span className={styles.sign}>{sign}</span>}
    </div>
  );
}

type Lie = { frame: Size; matrix: Homography };
type LayerProps = {
  photo: SharedFile;
  isWanted: boolean;
  growth: number;
  turn?: number;
  lie: Lie | null;
};

function Layer({ photo, isWanted, growth, turn = 0, lie }: LayerProps) {
  const sources = imageSources(photo);
  const image = useRef<HTMLImageElement>(null);
  const box = useSizeOf(image, lie !== null);
  const turned = growth > 1 ? `scale(${growth}) rotate(${turn}deg)` : undefined;
  const look = {
    className: styles.layer,
    style: {
      backgroundColor: averageColour(photo.thumbhash),
      ...(lie && box ? laidStyle(photo, lie, box) : { transform: turned }),
    },
    sizes: '100vw',
    loading: 'lazy',
    decoding: 'async',
    draggable: false,
  } as const;
  const alt = photo.fileName;
  const waiting = { 'data-waiting': true };
  return (
    <>
      <img ref={image} {...look} {...(isWanted ? sources : waiting)} alt={isWanted ? alt : ''} />
      {isWanted ? null : (
        <noscript>
          <img {...look} {...sources} alt={alt} />
        </noscript>
      )}
    </>
  );
}

/** The frame fills the box, cut alike at both sides, and the photo lies on it. */
function laidStyle(photo: SharedFile, { frame, matrix }: Lie, box: Size): CSSProperties {
  const is = { width: photo.width ?? frame.width, height: photo.height ?? frame.height };
  const grown = Math.max(box.width / frame.width, box.height / frame.height);
  const shown = { width: frame.width * grown, height: frame.height * grown };
  const [left, top] = [(box.width - shown.width) / 2, (box.height - shown.height) / 2];
  // The element stays as large as the box, and its picture fills it.
  const onFrame = resized(matrix, { is, shown: box }, { is: frame, shown });
  return {
    objectFit: 'fill',
    transformOrigin: '0 0',
    transform: `translate(${left}px, ${top}px) ${matrix3d(onFrame)}`,
  };
}
