import { type ReactNode, useEffect, useMemo, type CSSProperties } from 'react';
import { type LaidPair, laidPair } from '#domain/laid-pair.ts';
import { documentedDay } from '#domain/weeks.ts';
import { CompareSlider } from '#web/ui/compare/compare-slider.tsx';
import { SLIDER } from '#web/ui/compare/slider-position.ts';
import { useChanges } from '../changes/use-changes.ts';
import { CompareChoice } from './compare-choice.tsx';
import { CompareOverlay, useBlink } from './compare-overlay.tsx';
import { CompareTools } from './compare-tools.tsx';
import {
  type Comparison,
  type Photos,
  type ShownPair,
  shownPair,
  type SideName,
  turnOf,
} from './comparison.ts';
import { NOTHING_SELECTED, TOO_FEW_IMAGES } from '../gallery-mode.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { longDate } from '#web/lib/formats.ts';
import { ProgressivePicture, sizeOf } from '../picture/progressive-picture.tsx';
import type { Collection } from '../collection.ts';
import type { Overlay } from '../opening.ts';
import { Stage } from '../picture/stage.tsx';
import { useComparePreload } from '../picture/use-preload.ts';
import type { WeekStepsProps } from '../week-steps.tsx';
import styles from './compare-mode.module.css';
import viewer from '../viewer.module.css';
import type { PanelName } from '../viewer-panel.tsx';
import type { ViewerFile } from '../viewer-file.ts';
import { type Viewport, type ViewportAction, fitted, transformOf } from '../picture/viewport.ts';
import type { Size } from '#domain/homography.ts';
import type { Changes } from '../changes/mark-changes.ts';

type CompareModeProps = {
  collection: Collection;
  comparison: Comparison;
  photos: Photos;
  timeZone: string;
  view: Viewport;
  dispatch: (action: ViewportAction) => void;
  /** Percent of the divider between the two; null: they stand side by side. */
  split: number | null;
  onSplit: (split: number | null) => void;
  /** How they lie on one another unless they stand side by side. */
  overlay: Overlay;
  onOverlay: (overlay: Overlay) => void;
  /** As they were taken, also when they can be aligned. */
  isAsTaken: boolean;
  onAsTaken: (isAsTaken: boolean) => void;
  /** What has changed is marked, where the two are aligned. */
  isMarked: boolean;
  onMark: () => void;
  onChange: (comparison: Comparison) => void;
  onWalk: (by: 1 | -1) => void;
  panel: PanelName | null;
  onPanel: (panel: PanelName) => void;
  onReload: (submissionId: string) => void;
} & WeekStepsProps;

const SIDES = ['before', 'after'] as const satisfies SideName[];

/** Two photos side by side, or on one another with a divider, moved and zoomed as one. */
export function CompareMode(props: CompareModeProps) {
  const { collection, comparison, photos, timeZone, view, dispatch, onChange, onWalk, onReload } =
    props;
  const { split, onSplit, overlay, onOverlay, isAsTaken, panel, onPanel } = props;
  const layout = split === null ? 'sidebyside' : overlay;
  const shown = shownPair(comparison, photos);
  const { before, after } = shown;
  const aligned = useLaidPair(before, after);
  const laid = isAsTaken ? null : aligned;
  const changes = useMarks(shown, props.isMarked ? laid : null);

  useEffect(() => {
    const files = [before, after].filter((file) => file !== null);
    dispatch({ type: 'show', pictures: laid ? [laid.frame] : files.map(sizeOf) });
  }, [before, after, laid, dispatch]);
  useComparePreload(comparison, photos, collection, view.pane);

  const entryOf = (side: SideName) =>
    collection.find(({ submission }) => submission.id === comparison[side].submissionId);
  const blinked = useBlink(layout === 'blink');
  const stage = (children: ReactNode) => (
    <Stage {...{ view, dispatch, children }} onSwipe={onWalk} />
  );
  const picture = (side: SideName) => {
    const file = shown[side];
    if (!file) return <p className={viewer.notice}>{NOTHING_SELECTED}</p>;
    const retry = () => onReload(comparison[side].submissionId);
    const turn = side === 'after' && !laid ? turnOf(comparison, photos) : 0;
    const lie = laid && { onto: laid.frame, matrix: laid[side] };
    return (
      <>
        <ProgressivePicture key={file.id} {...{ file, view, turn }} laid={lie} onRetry={retry} />
        {laid && changes && typeof changes === 'object' ? (
          <ChangeMarks frame={laid.frame} {...{ changes, view }} />
        ) : null}
      </>
    );
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
        </div>
      ));
    }
    if (layout !== 'slider') {
      return stage(
        <CompareOverlay
          kind={layout}
          before={picture('before')}
          after={picture('after')}
          beforeLabel={label('before')}
          afterLabel={label('after')}
          isAfter={blinked !== 'before'}
          percent={split ?? SLIDER.start}
          onRest={onSplit}
        />,
      );
    }
    return stage(
      <CompareSlider
        before={picture('before')}
        after={picture('after')}
        beforeLabel={label('before')}
        afterLabel={label('after')}
        hasLabels={false}
        // When zoomed in, dragging the picture pans. The arrow keys step through the weeks.
        isPressable={view.scale <= 1}
        takesFocus={false}
        start={split ?? SLIDER.start}
        onRest={onSplit}
      />,
    );
  };

  return (
    <div className={styles.compare}>
      <div className={styles.panes} data-layout={layout}>
        {panes()}
        {SIDES.map((side) => (
          <CompareChoice
            key={side}
            {...{ side, collection, comparison, photos, timeZone }}
            isInLens={layout === 'lens' && side === 'before'}
            isShown={side === blinked}
            isOpen={panel === side}
            onChoose={() => onPanel(side)}
          />
        ))}
      </div>
      <CompareTools
        {...{ comparison, photos, view, dispatch, onChange, onWalk, layout }}
        weekAt={props.weekAt}
        onWalkWeeks={props.onWalkWeeks}
        {...{ isAsTaken, onAsTaken: props.onAsTaken, changes }}
        {...{ isMarked: props.isMarked, onMark: props.onMark }}
        isMoreOpen={panel === 'more'}
        onMore={() => onPanel('more')}
        canAlign={aligned !== null}
        onLayout={(next) => {
          if (next !== 'sidebyside') onOverlay(next);
          onSplit(next === 'sidebyside' ? null : (split ?? SLIDER.start));
        }}
      />
    </div>
  );
}

/** Worked out once a pair, not with every step of a zoom. */
const useLaidPair = (before: ViewerFile | null, after: ViewerFile | null) =>
  useMemo(() => laidPair({ before, after }), [before, after]);

/** What has changed between the two, while that is asked for and they lie on one another. */
function useMarks({ before, after }: ShownPair, laid: LaidPair | null) {
  const photos = useMemo(
    () =>
      laid && before && after
        ? {
            frame: laid.frame,
            before: { file: before, matrix: laid.before },
            after: { file: after, matrix: laid.after },
          }
        : null,
    [before, after, laid],
  );
  return useChanges(photos);
}

type ChangeMarksProps = { changes: Changes; frame: Size; view: Viewport };

/** Outlines of the changes over the frame of two aligned photos; equally thick at every zoom. */
export function ChangeMarks({ changes: { outlines, grid }, frame, view }: ChangeMarksProps) {
  const { element } = fitted(frame, view.pane, view.rotation);
  const size = { width: element.width, height: element.height, transform: transformOf(view) };
  // `non-scaling-stroke` ignores CSS transforms outside of the SVG, such as the zoom.
  const pixel = grid.width / (element.width * view.scale);
  return (
    <svg
      className={styles.marks}
      viewBox={`0 0 ${grid.width} ${grid.height}`}
      preserveAspectRatio="none"
      style={{ ...size, '--pixel': pixel } as CSSProperties}
      aria-hidden
    >
      {outlines.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}
