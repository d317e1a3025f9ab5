import { documentedDay } from '#domain/weeks.ts';
import {
  choosePhoto,
  chooseSubmission,
  type Comparison,
  type Photos,
  shownPair,
  type SideName,
} from './comparison.ts';
import { longDate } from '../long-date.ts';
import type { Collection } from '../collection.ts';
import styles from './compare-choice.module.css';

type CompareChoiceProps = {
  side: SideName;
  collection: Collection;
  comparison: Comparison;
  photos: Photos;
  timeZone: string;
  onChange: (comparison: Comparison) => void;
};

const NAMES = { before: 'Before', after: 'After' } as const;

/** Which week and which photo one pane shows. */
export function CompareChoice({
  side,
  collection,
  comparison,
  photos,
  timeZone,
  onChange,
}: CompareChoiceProps) {
  const shown = shownPair(comparison, photos);
  return (
    <fieldset className={styles.choice} data-side={side}>
      <legend>{NAMES[side]}</legend>
      <select
        aria-label={`${NAMES[side]}: week`}
        value={comparison[side].submissionId}
        onChange={(event) =>
          onChange(chooseSubmission(comparison, side, event.target.value, shown))
        }
      >
        {collection
          .filter(({ submission }) => submission.photoCount > 0)
          .map(({ submission }) => (
            <option key={submission.id} value={submission.id}>
              {longDate(documentedDay(submission, timeZone), timeZone)} · {submission.title}
            </option>
          ))}
      </select>
      <select
        aria-label={`${NAMES[side]}: photo`}
        value={shown[side]?.id ?? ''}
        disabled={photos[side].length === 0}
        onChange={(event) => onChange(choosePhoto(comparison, side, event.target.value, shown))}
      >
        {photos[side].map((photo, index) => (
          <option key={photo.id} value={photo.id}>
            {index + 1} of {photos[side].length} · {photo.fileName}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
