import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type AlignedPair, pairAlignment } from '#domain/aligned-pair.ts';
import { documentedDay } from '#domain/weeks.ts';
import { CompareSlider } from '#web/ui/compare/compare-slider.tsx';
import { SLIDER } from '#web/ui/compare/slider-position.ts';
import { CompareChoice } from './compare-choice.tsx';
import { CompareOverlay, useBlink } from './compare-overlay.tsx';
import { type ChangesState, type CompareProps, CompareTools } from './compare-tools.tsx';
import { type ShownPair, shownPair, type SideName, rotationOf } from './comparison.ts';
import { NOTHING_SELECTED, TOO_FEW_IMAGES } from '../gallery-mode.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { longDate } from '#web/lib/formats.ts';
import { ProgressivePicture, sizeOf } from '../picture/progressive-picture.tsx';
import { Pins } from '../pins.tsx';
import { Stage } from '../picture/stage.tsx';
import { useComparePreload } from '../picture/use-preload.ts';
import styles from './compare-mode.module.css';
import shared from '../viewer.module.css';
import type { ViewerFile } from '../viewer-file.ts';
import { fitToPane, transformOf, type Viewport } from '../picture/viewport.ts';
import type { Size } from '#domain/homography.ts';
import { type Changes, markChanges } from '../changes/mark-changes.ts';

const SIDES = ['before', 'after'] as const satisfies SideName[];

export function CompareMode({ viewer, comparison }: CompareProps) {
  const { collection, photos, timeZone, view, dispatch, layout, split, setSplit } = viewer;
  const shown = shownPair(comparison, photos);
  const { before, after } = shown;
  const aligned = useAlignedPair(before, after);
  const alignment = viewer.isAsTaken ? null : aligned;
  const changes = useChanges(shown, viewer.isMarked ? alignment : null);

  useEffect(() => {
    const files = [before, after].filter((file) => file !== null);
    dispatch({ type: 'show', pictures: alignment ? [alignment.frame] : files.map(sizeOf) });
  }, [before, after, alignment, dispatch]);
  useComparePreload(viewer, comparison);

  const entryOf = (side: SideName) =>
    collection.find(({ submission }) => submission.id === comparison[side].submissionId);
  const blinked = useBlink(layout === 'blink');
  const stage = (children: ReactNode) => <Stage {...{ viewer, children }} />;
  const picture = (side: SideName) => {
    const file = shown[side];
    if (!file) return <p className={shared.notice}>{NOTHING_SELECTED}</p>;
    const retry = () => viewer.reload(comparison[side].submissionId);
    const turn = side === 'after' && !alignment ? rotationOf(comparison, photos) : 0;
    const photoAlignment = alignment && { onto: alignment.frame, matrix: alignment[side] };
    return (
      <>
        <ProgressivePicture
          key={file.id}
          {...{ file, view, turn }}
          alignment={photoAlignment}
          onRetry={retry}
        />
        {alignment && changes && typeof changes === 'object' ? (
          <ChangeMarks frame={alignment.frame} {...{ changes, view }} />
        ) : null}
        <Pins {...{ viewer, file, view, turn }} alignment={photoAlignment} />
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
      return (
        <LoadFailure message={failed.error} onRetry={() => viewer.reload(failed.submission.id)} />
      );
    }
    if (SIDES.some((side) => !entryOf(side)?.files)) {
      return <output className={shared.notice}>Loading...</output>;
    }
    const isOneDate = comparison.before.submissionId === comparison.after.submissionId;
    if (isOneDate && photos.after.length < 2)
      return <p className={shared.notice}>{TOO_FEW_IMAGES}</p>;
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
          onRest={setSplit}
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
        // When zoomed in, dragging pans. The arrow keys step through the submissions.
        isPressable={view.scale <= 1}
        takesFocus={false}
        start={split ?? SLIDER.start}
        onRest={setSplit}
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
            {...{ viewer, comparison, side }}
            isInLens={layout === 'lens' && side === 'before'}
            isShown={side === blinked}
          />
        ))}
      </div>
      <CompareTools {...{ viewer, comparison, changes }} canAlign={aligned !== null} />
    </div>
  );
}

/** Computed once per pair, not for every zoom step. */
const useAlignedPair = (before: ViewerFile | null, after: ViewerFile | null) =>
  useMemo(() => pairAlignment({ before, after }), [before, after]);

/** Finds a pair's changes once while it's shown. Null if not requested. */
function useChanges({ before, after }: ShownPair, alignment: AlignedPair | null): ChangesState {
  const [found, setFound] = useState<{ of: AlignedPair; is: Changes | 'failed' } | null>(null);
  const isRequested = alignment !== null && before !== null && after !== null;
  useEffect(() => {
    if (!alignment || !before || !after) return undefined;
    const stop = new AbortController();
    const photos = {
      frame: alignment.frame,
      before: { file: before, matrix: alignment.before },
      after: { file: after, matrix: alignment.after },
    };
    markChanges(photos, stop.signal).then(
      (is) => setFound({ of: alignment, is }),
      () => stop.signal.aborted || setFound({ of: alignment, is: 'failed' }),
    );
    return () => stop.abort();
  }, [before, after, alignment]);
  if (!isRequested) return null;
  return found?.of === alignment ? found.is : 'looking';
}

type ChangeMarksProps = { changes: Changes; frame: Size; view: Viewport };

/** Outlines of changes over two aligned photos. Lines have the same thickness at every zoom level. */
export function ChangeMarks({ changes: { outlines, grid }, frame, view }: ChangeMarksProps) {
  const { element } = fitToPane(frame, view.pane, view.rotation);
  const size = { width: element.width, height: element.height, transform: transformOf(view) };
  // `non-scaling-stroke` ignores CSS transforms outside the SVG, such as the zoom.
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
