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
  isOpen: boolean;
  onChoose: () => void;
};

export const SIDE_NAMES = { before: 'Before', after: 'After' } as const;

/** Which week and which viewpoint one pane shows; a press opens the choice of others. */
export function CompareChoice(props: CompareChoiceProps) {
  const { side, collection, comparison, photos, timeZone, isOpen, onChoose } = props;
  const entry = collection.find(
    ({ submission }) => submission.id === comparison[side].submissionId,
  );
  const photo = shownPair(comparison, photos)[side];
  return (
    <button type="button" className={styles.choice} aria-expanded={isOpen} onClick={onChoose}>
      <span className={styles.side}>{SIDE_NAMES[side]}</span>
      <span className={styles.week}>
        {entry ? date(documentedDay(entry.submission, timeZone), timeZone) : ''}
      </span>
      <span className={styles.view}>
        {photo ? distinctName(entry?.files ?? [], photo, timeZone) : ''}
      </span>
    </button>
  );
}
