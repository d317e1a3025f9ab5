import { Suspense } from 'react';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import shared from './shared-page.module.css';
import styles from './shared-maps.module.css';
import type { SharedSurveyProps } from './shared-survey.tsx';
import { Waiting } from './waiting.tsx';

const SharedSurvey = lazyPart(() => import('./shared-survey.tsx'), 'SharedSurvey');

/** The maps of a link that shows them. The map itself is a script of its own, fetched when it comes near. */
export function SharedMaps(props: SharedSurveyProps) {
  const { showMaps, submissions } = props.page;
  if (!showMaps || submissions.every(({ mapCount }) => mapCount === 0)) return null;
  const waiting = <Waiting error={null} onRetry={() => {}} />;
  return (
    <section className={`${shared.wide} ${styles.section}`} aria-labelledby="maps">
      <div className={shared.head}>
        <h2 id="maps">2D Orthoscopic Maps</h2>
      </div>
      <div className={styles.map}>
        <WhenNear waiting={waiting}>
          <Suspense fallback={waiting}>
            <SharedSurvey {...props} />
          </Suspense>
        </WhenNear>
      </div>
    </section>
  );
}
