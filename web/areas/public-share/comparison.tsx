import type { SharedFile } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import { PairSlider } from '#web/ui/compare/pair-slider.tsx';
import { firstPair } from './before-after-pair.ts';
import { useIsFirstPictureDone } from './use-is-first-picture-done.ts';
import { type SharedFiles, useFilesOf } from './use-shared-files.ts';
import { useWeekInAddress } from './use-week-in-address.ts';
import { Waiting } from './waiting.tsx';

const photosIn = (files: readonly SharedFile[] | undefined) =>
  files?.filter(({ kind, presets }) => kind === 'photo' && presets.length > 0) ?? [];

/** The newest week with photos and an earlier one, which the address names; null without two. */
export function useComparison({ submissions, project }: SharedPage, files: SharedFiles) {
  const [newest, ...earlier] = submissions.filter(({ photoCount }) => photoCount > 0);
  const ids = earlier.map(({ id }) => id);
  const [chosenId, choose] = useWeekInAddress('before', ids);
  const chosen = earlier.find(({ id }) => id === chosenId);
  const afterState = useFilesOf(files, newest?.id);
  const beforeState = useFilesOf(files, chosen?.id);
  if (!newest || !chosen) return null;
  // The cover comes first, as in the comparisons that the server chooses.
  const after = photosIn(afterState.data?.files).toSorted(
    (a, b) =>
      Number(b.mediaUrl === newest.cover?.mediaUrl) - Number(a.mediaUrl === newest.cover?.mediaUrl),
  );
  return {
    name: project.name,
    newest,
    earlier,
    chosen,
    choose,
    pair: firstPair(photosIn(beforeState.data?.files), after),
    error: afterState.error ?? beforeState.error,
    retry: () => void files.load(chosen.id),
  };
}

type Comparison = NonNullable<ReturnType<typeof useComparison>>;

/** Both weeks on one another, from the same viewpoint where there is one. */
export function ComparisonSlider({
  comparison: { name, newest, chosen, pair, error, retry },
  timeZone,
  isFirst = false,
}: {
  comparison: Comparison;
  timeZone: string;
  /** Whether no other picture of the page comes before it. */
  isFirst?: boolean;
}) {
  const { before, after, turn } = pair;
  const day = (submission: SharedSubmission) => date(documentedDay(submission, timeZone), timeZone);
  const isWanted = useIsFirstPictureDone() || isFirst;
  return (
    <PairSlider
      {...{ before, after, turn, isWanted }}
      name={after?.viewpointName ?? name}
      beforeLabel={day(chosen)}
      afterLabel={day(newest)}
      sizes="100vw"
      waiting={<Waiting error={error} onRetry={retry} />}
    />
  );
}
