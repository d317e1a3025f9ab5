import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type Comparison, type Photos, shownPair, stepComparison } from './comparison.ts';
import { MoreMenu } from './more-menu.tsx';
import { AS_TAKEN_MESSAGE, pairMessage, switchPaired } from './pairing.ts';
import type { CompareLayout } from '../opening.ts';
import { type ChangesState, changesMessage } from '../changes/use-changes.ts';
import { Choice } from '#web/ui/choice.tsx';
import buttons from '../tool-button.module.css';
import { ToolButton } from '../tool-button.tsx';
import { pairName } from '../view-name.ts';
import { EarlierWeek, LaterWeek, type WeekStepsProps } from '../week-steps.tsx';
import styles from './compare-tools.module.css';
import type { Viewport, ViewportAction } from '../picture/viewport.ts';
import { ZoomTools } from '../picture/zoom-tools.tsx';

type CompareToolsProps = {
  comparison: Comparison;
  photos: Photos;
  view: Viewport;
  dispatch: (action: ViewportAction) => void;
  onChange: (comparison: Comparison) => void;
  onWalk: (by: 1 | -1) => void;
  layout: CompareLayout;
  onLayout: (layout: CompareLayout) => void;
  /** Whether it is known how the photos lie on one another. */
  canAlign: boolean;
  isAsTaken: boolean;
  onAsTaken: (isAsTaken: boolean) => void;
  /** What has changed is marked, and how far that is. */
  isMarked: boolean;
  onMark: () => void;
  changes: ChangesState;
  isMoreOpen: boolean;
  /** Opens or closes the menu of less used tools. */
  onMore: () => void;
} & WeekStepsProps;

const LAYOUTS: readonly (readonly [CompareLayout, string])[] = [
  ['sidebyside', 'Side by side'],
  ['slider', 'Slider'],
];

/** The toolbar below the panes: weeks, comparison modes, and other tools, which narrow screens move to the menu. */
export function CompareTools(props: CompareToolsProps) {
  const { comparison, photos, layout, onLayout, canAlign, isAsTaken, isMarked, changes } = props;
  const isNarrow = useMediaQuery('(width <= 60rem)', undefined, { getInitialValueInEffect: false });
  const isUnaligned = canAlign && isAsTaken;
  const message = [
    pairMessage(comparison, photos, canAlign && !isAsTaken),
    isUnaligned ? AS_TAKEN_MESSAGE : '',
  ];
  return (
    <div className={styles.tools}>
      <span className={buttons.captioned}>
        <EarlierWeek {...props} />
      </span>
      <Choice label="Layout" options={LAYOUTS} value={layout} onChange={onLayout} />
      <button
        type="button"
        className={styles.word}
        aria-pressed={isMarked && canAlign && !isAsTaken}
        aria-keyshortcuts="c"
        title={isUnaligned ? AS_TAKEN_MESSAGE : 'Mark the largest changes (C)'}
        disabled={!canAlign || isAsTaken}
        onClick={props.onMark}
      >
        Changes
      </button>
      <MoreMenu
        {...{ layout, onLayout, canAlign, isAsTaken, onAsTaken: props.onAsTaken }}
        isOpen={props.isMoreOpen}
        onSwitch={props.onMore}
      >
        {isNarrow ? <PairTools {...props} /> : null}
      </MoreMenu>
      <span className={buttons.captioned}>
        <LaterWeek {...props} />
      </span>
      <output className={styles.reason}>
        {changesMessage(changes) || message.filter(Boolean).join('. ')}
      </output>
      {isNarrow ? null : <PairTools {...props} />}
    </div>
  );
}

/** Previous and next viewpoint, pairing, zoom, and rotation. */
function PairTools({ comparison, photos, view, dispatch, onChange, onWalk }: CompareToolsProps) {
  const nameAt = (by: 1 | -1) => {
    const next = stepComparison(comparison, photos, by);
    const shown = next && shownPair(next, photos);
    return shown && pairName([shown.before, shown.after]);
  };
  const [previous, next] = [nameAt(-1), nameAt(1)];
  return (
    <div className={styles.pairs}>
      <ToolButton
        label="Previous viewpoint"
        target={previous}
        shortcut="ArrowUp"
        icon={IconChevronUp}
        isDisabled={previous === null}
        onClick={() => onWalk(-1)}
      />
      <ToolButton
        label="Next viewpoint"
        target={next}
        shortcut="ArrowDown"
        icon={IconChevronDown}
        isDisabled={next === null}
        onClick={() => onWalk(1)}
      />
      <ToolButton
        label="Keep both photos on the same viewpoint"
        icon={comparison.isPaired ? IconLock : IconLockOpen}
        isPressed={comparison.isPaired}
        onClick={() => onChange(switchPaired(comparison, photos))}
      />
      <ZoomTools view={view} dispatch={dispatch} />
    </div>
  );
}
