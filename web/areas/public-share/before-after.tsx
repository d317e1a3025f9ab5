import type { SharedPage } from '#domain/share-links.ts';
import type { Opening } from '#web/features/viewer/opening.ts';
import { ComparisonSlider, useComparison } from './comparison.tsx';
import shared from './shared-page.module.css';
import styles from './before-after.module.css';
import type { SharedFiles } from './use-shared-files.ts';
import { SubmissionSelect } from './submission-select.tsx';

type BeforeAfterProps = {
  page: SharedPage;
  files: SharedFiles;
  onOpen: (opening: Opening) => void;
};

/** The newest week and an earlier one on one another, and the way to all their photos. */
export function BeforeAfter({ page, files, onOpen }: BeforeAfterProps) {
  const { timeZone } = page.project;
  const comparison = useComparison(page, files);
  if (!comparison) return null;
  const { newest, earlier, chosen, choose, pair } = comparison;
  const { before, after } = pair;
  return (
    <section className={`${shared.wide} ${styles.comparison}`} aria-labelledby="comparison">
      <div className={shared.head}>
        <h2 id="comparison">Before and after</h2>
        <SubmissionSelect
          label="Compare with week"
          name="before"
          submissions={earlier}
          value={chosen.id}
          timeZone={timeZone}
          onChange={choose}
        />
      </div>
      <div className={styles.slider}>
        <ComparisonSlider comparison={comparison} timeZone={timeZone} />
      </div>
      {after && before ? (
        <p className={shared.below}>
          <span>
            {pair.isSamePlace ? 'From the same viewpoint.' : 'From different viewpoints.'}
          </span>
          <button
            type="button"
            className={shared.button}
            onClick={() =>
              onOpen({
                mode: 'compare',
                file: { submissionId: newest.id, fileId: after.id },
                before: { submissionId: chosen.id, fileId: before.id },
              })
            }
          >
            Compare all photos
          </button>
        </p>
      ) : null}
    </section>
  );
}
