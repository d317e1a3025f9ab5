import { Suspense } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import type { SurveyPanelProps } from './use-survey.ts';
import styles from './waiting.module.css';

const SurveyPanel = lazyComponent(() => import('./survey-panel.tsx'), 'SurveyPanel');

export function LazySurvey(props: SurveyPanelProps) {
  return (
    <WhenNear waiting={<MapWaiting />}>
      <Suspense fallback={<MapWaiting />}>
        <SurveyPanel {...props} />
      </Suspense>
    </WhenNear>
  );
}

function MapWaiting() {
  return (
    <div className={`${styles.waiting} screen-only`}>
      <output>Loading map...</output>
    </div>
  );
}
