import type { SharedFile } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { CompareSlider } from '#web/features/viewer/compare/compare-slider.tsx';
import { date } from '#web/lib/formats.ts';
import { averageColour } from '#web/ui/picture/placeholder.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { firstPair, growthFor } from './before-after-pair.ts';
import styles from './comparison.module.css';
import { type SharedFiles, useFilesOf } from './use-shared-files.ts';
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
}: {
  comparison: Comparison;
  timeZone: string;
}) {
  const { before, after, turn } = pair;
  const growth = growthFor(turn);
  const day = (submission: SharedSubmission) => date(documentedDay(submission, timeZone), timeZone);
  return (
    <CompareSlider
      isPressable
      before={
        before ? (
          <Layer photo={before} growth={growth} />
        ) : (
          <Waiting error={error} onRetry={retry} />
        )
      }
      after={after ? <Layer photo={after} growth={growth} turn={turn} /> : null}
      beforeLabel={day(chosen)}
      afterLabel={day(newest)}
    />
  );
}

type LayerProps = { photo: SharedFile; growth: number; turn?: number };

function Layer({ photo, growth, turn = 0 }: LayerProps) {
  const sources = imageSources(photo);
  return (
    <img
      key={photo.id}
      className={styles.layer}
      style={{
        backgroundColor: averageColour(photo.thumbhash),
        transform: growth > 1 ? `scale(${growth}) rotate(${turn}deg)` : undefined,
      }}
      {...sources}
      sizes="100vw"
      alt={photo.fileName}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
