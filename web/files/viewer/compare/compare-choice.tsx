import { IconChevronDown } from '@tabler/icons-react';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import type { ViewerState } from '../use-viewer.ts';
import { distinctName } from '../view-name.ts';
import { type Comparison, shownPair, type SideName } from './comparison.ts';
import styles from './compare-choice.module.css';

type CompareChoiceProps = {
  viewer: ViewerState;
  comparison: Comparison;
  side: SideName;
  isInLens: boolean;
  isShown: boolean;
};

export const SIDE_NAMES = { before: 'Before', after: 'After' } as const;

/** A side's submission and viewpoint, shown on its picture. Clicking it opens a panel for choosing others. */
export function CompareChoice(props: CompareChoiceProps) {
  const { viewer, comparison, side, isInLens, isShown } = props;
  const { collection, photos, timeZone } = viewer;
  const entry = collection.find(
    ({ submission }) => submission.id === comparison[side].submissionId,
  );
  const photo = shownPair(comparison, photos)[side];
  return (
    <button
      type="button"
      className={`${styles.choice} printed`}
      data-side={side}
      data-shown={isShown || undefined}
      aria-expanded={viewer.panel === side}
      onClick={() => viewer.switchPanel(side)}
    >
      <span className={styles.side}>
        {SIDE_NAMES[side]}
        {isInLens ? ', in the lens' : ''}
      </span>
      <span className={styles.week}>
        {entry ? date(documentedDay(entry.submission, timeZone), timeZone) : ''}
      </span>
      <span className={styles.view}>
        {photo ? distinctName(entry?.files ?? [], photo, timeZone) : ''}
      </span>
      <IconChevronDown className="screen-only" size={16} stroke={1.75} aria-hidden />
    </button>
  );
}
