import { IconChevronDown } from '@tabler/icons-react';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import type { Collection } from '../collection.ts';
import { distinctName } from '../view-name.ts';
import { type Comparison, type Photos, shownPair, type SideName } from './comparison.ts';
import styles from './compare-choice.module.css';

type CompareChoiceProps = {
  side: SideName;
  collection: Collection;
  comparison: Comparison;
  photos: Photos;
  timeZone: string;
  /** Whether its photo is inside the lens. */
  isInLens: boolean;
  /** Whether its photo is visible, if the two blink. */
  isShown: boolean;
  isOpen: boolean;
  onChoose: () => void;
};

export const SIDE_NAMES = { before: 'Before', after: 'After' } as const;

/** The week and viewpoint of one side, shown on its picture. A click opens the choice of others. */
export function CompareChoice(props: CompareChoiceProps) {
  const { side, collection, comparison, photos, timeZone, isInLens, isShown } = props;
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
      aria-expanded={props.isOpen}
      onClick={props.onChoose}
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
