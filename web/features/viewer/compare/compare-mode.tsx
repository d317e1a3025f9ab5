import { type ReactNode, useEffect, useState } from 'react';
import { documentedDay } from '#domain/weeks.ts';
import { CompareChoice } from './compare-choice.tsx';
import { CompareSlider } from './compare-slider.tsx';
import { type CompareLayout, CompareTools } from './compare-tools.tsx';
import { type Comparison, type Photos, shownPair, type SideName, turnOf } from './comparison.ts';
import { NOTHING_SELECTED, TOO_FEW_IMAGES } from '../gallery-mode.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { longDate } from '../long-date.ts';
import { ProgressivePicture, sizeOf } from '../picture/progressive-picture.tsx';
import type { Collection } from '../collection.ts';
import { Stage } from '../picture/stage.tsx';
import { useComparePreload } from '../picture/use-preload.ts';
import styles from './compare-mode.module.css';
import viewer from '../viewer.module.css';
import type { Viewport, ViewportAction } from '../picture/viewport.ts';

type CompareModeProps = {
  collection: Collection;
  comparison: Comparison;
  photos: Photos;
  timeZone: string;
  view: Viewport;
  dispatch: (action: ViewportAction) => void;
  onChange: (comparison: Comparison) => void;
  onWalk: (by: 1 | -1) => void;
  onReload: (submissionId: string) => void;
};

const SIDES = ['before', 'after'] as const satisfies SideName[];

/** Two photos side by side, or on one another with a divider, moved and zoomed as one. */
export function CompareMode(props: CompareModeProps) {
  const { collection, comparison, photos, timeZone, view, dispatch, onChange, onWalk, onReload } =
    props;
  const [layout, setLayout] = useState<CompareLayout>('sidebyside');
  const shown = shownPair(comparison, photos);
  const { before, after } = shown;

  useEffect(() => {
    const files = [before, after].filter((file) => file !== null);
    dispatch({ type: 'show', pictures: files.map(sizeOf) });
  }, [before, after, dispatch]);
  useComparePreload(comparison, photos, view.pane);

  const entryOf = (side: SideName) =>
    collection.find(({ submission }) => submission.id === comparison[side].submissionId);
  const stage = (children: ReactNode) => (
    <Stage {...{ view, dispatch, children }} onSwipe={onWalk} />
  );
  const picture = (side: SideName) => {
    const file = shown[side];
    if (!file) return <p className={viewer.notice}>{NOTHING_SELECTED}</p>;
    const retry = () => onReload(comparison[side].submissionId);
    const turn = side === 'after' ? turnOf(comparison, photos) : 0;
    return <ProgressivePicture key={file.id} {...{ file, view, turn }} onRetry={retry} />;
  };
  const label = (side: SideName) => {
    const entry = entryOf(side);
    return entry ? longDate(documentedDay(entry.submission, timeZone), timeZone) : '';
  };

  const panes = () => {
    const failed = SIDES.map(entryOf).find((entry) => entry?.error);
    if (failed?.error) {
      return <LoadFailure message={failed.error} onRetry={() => onReload(failed.submission.id)} />;
    }
    if (SIDES.some((side) => !entryOf(side)?.files)) {
      return <output className={viewer.notice}>Loading...</output>;
    }
    const isOneDate = comparison.before.submissionId === comparison.after.submissionId;
    if (isOneDate && photos.after.length < 2)
      return <p className={viewer.notice}>{TOO_FEW_IMAGES}</p>;
    if (layout === 'sidebyside') {
      return SIDES.map((side) => (
        <div key={side} className={styles.pane} data-side={side}>
          {stage(picture(side))}
          <span className={styles.paneLabel}>{label(side)}</span>
        </div>
      ));
    }
    return stage(
      <CompareSlider
        before={picture('before')}
        after={picture('after')}
        beforeLabel={label('before')}
        afterLabel={label('after')}
      />,
    );
  };

  return (
    <div className={styles.compare}>
      <div className={styles.choices}>
        {SIDES.map((side) => (
          <CompareChoice
            key={side}
            {...{ side, collection, comparison, photos, timeZone, onChange }}
          />
        ))}
      </div>
      <div className={styles.panes} data-layout={layout}>
        {panes()}
      </div>
      <CompareTools
        {...{ comparison, photos, view, dispatch, onChange, onWalk, layout }}
        onLayout={setLayout}
      />
    </div>
  );
}
