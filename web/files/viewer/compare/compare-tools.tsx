import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type Comparison, shownPair, stepComparison } from './comparison.ts';
import { MoreMenu } from './more-menu.tsx';
import { AS_TAKEN_MESSAGE, pairMessage, switchPaired } from './pairing.ts';
import type { CompareLayout } from '../opening.ts';
import type { Changes } from '../changes/mark-changes.ts';
import { Choice } from '#web/ui/choice.tsx';
import buttons from '../tool-button.module.css';
import { ToolButton } from '../tool-button.tsx';
import { pairName } from '../view-name.ts';
import { SubmissionStepButton } from '../submission-step-button.tsx';
import styles from './compare-tools.module.css';
import type { ViewerState } from '../use-viewer.ts';
import { ZoomTools } from '../picture/zoom-tools.tsx';

export type CompareProps = { viewer: ViewerState; comparison: Comparison };

/** Null if not requested. */
export type ChangesState = Changes | 'looking' | 'failed' | null;

function changesMessage(state: ChangesState): string {
  if (state === null) return '';
  if (state === 'looking') return 'Looking for changes...';
  if (state === 'failed') return 'The photos could not be compared.';
  const { length } = state.outlines;
  if (length === 0) return 'No large changes found.';
  return `${length} large ${length === 1 ? 'change' : 'changes'} marked. Some may be shadows or moved vehicles.`;
}

type CompareToolsProps = CompareProps & {
  canAlign: boolean;
  changes: ChangesState;
};

const LAYOUTS: readonly (readonly [CompareLayout, string])[] = [
  ['sidebyside', 'Side by side'],
  ['slider', 'Slider'],
];

/** The toolbar below the panes. On narrow screens, some tools move to the menu. */
export function CompareTools({ viewer, comparison, canAlign, changes }: CompareToolsProps) {
  const { photos, layout, setLayout, isAsTaken, isMarked } = viewer;
  const isNarrow = useMediaQuery('(width <= 60rem)', undefined, { getInitialValueInEffect: false });
  const isUnaligned = canAlign && isAsTaken;
  const message = [
    pairMessage(comparison, photos, canAlign && !isAsTaken),
    isUnaligned ? AS_TAKEN_MESSAGE : '',
  ];
  return (
    <div className={styles.tools}>
      <span className={buttons.captioned}>
        <SubmissionStepButton viewer={viewer} by={-1} />
      </span>
      <Choice label="Layout" options={LAYOUTS} value={layout} onChange={setLayout} />
      <button
        type="button"
        className={styles.word}
        aria-pressed={isMarked && canAlign && !isAsTaken}
        aria-keyshortcuts="c"
        title={isUnaligned ? AS_TAKEN_MESSAGE : 'Mark the largest changes (C)'}
        disabled={!canAlign || isAsTaken}
        onClick={viewer.switchMarked}
      >
        Changes
      </button>
      <MoreMenu {...{ viewer, canAlign }}>
        {isNarrow ? <PairStepTools {...{ viewer, comparison }} /> : null}
      </MoreMenu>
      <span className={buttons.captioned}>
        <SubmissionStepButton viewer={viewer} by={1} />
      </span>
      <output className={styles.reason}>
        {changesMessage(changes) || message.filter(Boolean).join('. ')}
      </output>
      {isNarrow ? null : <PairStepTools {...{ viewer, comparison }} />}
    </div>
  );
}

function PairStepTools({ viewer, comparison }: CompareProps) {
  const { photos, walk } = viewer;
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
        onClick={() => walk(-1)}
      />
      <ToolButton
        label="Next viewpoint"
        target={next}
        shortcut="ArrowDown"
        icon={IconChevronDown}
        isDisabled={next === null}
        onClick={() => walk(1)}
      />
      <ToolButton
        label="Keep both photos on the same viewpoint"
        icon={comparison.isPaired ? IconLock : IconLockOpen}
        isPressed={comparison.isPaired}
        onClick={() => viewer.setComparison(switchPaired(comparison, photos))}
      />
      <ZoomTools viewer={viewer} />
    </div>
  );
}
