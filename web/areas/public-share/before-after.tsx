import { ChangedView } from '#web/viewpoints/first-look/changed-view.tsx';
import look from '#web/viewpoints/first-look/first-look.module.css';
import { ViewpointChoice } from '#web/viewpoints/first-look/viewpoint-choice.tsx';
import type { Opening } from '#web/files/viewer/opening.ts';
import styles from './before-after.module.css';
import shared from './shared-page.module.css';
import { SubmissionSelect } from './submission-select.tsx';
import type { Comparison } from './use-comparison.ts';
import { FilesLoading } from './files-loading.tsx';

type BeforeAfterProps = {
  comparison: Comparison;
  timeZone: string;
  onOpen: (opening: Opening) => void;
};

export function BeforeAfter({ comparison, timeZone, onOpen }: BeforeAfterProps) {
  const { views, view, earlier, weekId, isLoading, error } = comparison;
  const { before, after, viewpoint } = view;
  const shownWeek = weekId ?? before?.submissionId ?? '';
  return (
    <section
      className={styles.comparison}
      aria-labelledby="comparison"
      aria-busy={isLoading && !error}
    >
      <div className={`${shared.head} ${styles.head}`}>
        <h2 id="comparison">Before and after</h2>
        <SubmissionSelect
          label="Compare with week"
          name="before"
          submissions={earlier}
          value={shownWeek}
          timeZone={timeZone}
          onChange={comparison.chooseWeek}
        />
      </div>
      {error ? <FilesLoading error={error} onRetry={comparison.retry} /> : null}
      <div className={`${look.stage} ${styles.stage}`}>
        <ChangedView view={view} cover={null} timeZone={timeZone} sizes={SIZES} isEager />
        {views.length > 1 ? (
          <ViewpointChoice
            views={views}
            shownId={viewpoint.id}
            onChange={comparison.chooseViewpoint}
          />
        ) : null}
      </div>
      <p className={shared.below}>
        <span>
          <strong>{viewpoint.name}</strong>
          {before ? null : ' · No earlier photo from this viewpoint'}
        </span>
        {before ? (
          <button
            type="button"
            className={shared.button}
            onClick={() =>
              onOpen({
                mode: 'compare',
                file: { submissionId: after.submissionId, fileId: after.id },
                before: { submissionId: before.submissionId, fileId: before.id },
              })
            }
          >
            Compare all photos
          </button>
        ) : null}
      </p>
    </section>
  );
}

const SIZES = '(width < 62em) 100vw, calc(100vw - 12rem)';
