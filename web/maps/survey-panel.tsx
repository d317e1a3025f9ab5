import { Suspense, useRef } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { Figures, figuresOf, uncertaintiesOf } from './figures.tsx';
import { LayerSection } from './layer-section.tsx';
import { MapBar } from './map-bar.tsx';
import { MeasureSection } from './measure-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import { PrintSheet } from './print-sheet.tsx';
import styles from './survey.module.css';
import { SurveyStage } from './survey-stage.tsx';
import { closeTo, placedSubmissions, rastersOf, unplacedRasters } from './survey-view.ts';
import { type SurveyPanelProps, useSurvey } from './use-survey.ts';

// Shared pages don't show it.
const PinSection = lazyComponent(() => import('./pin-section.tsx'), 'PinSection');

export function SurveyPanel(props: SurveyPanelProps) {
  const weeks = placedSubmissions(props.weeks);
  const pictures = unplacedRasters(props.weeks);
  return (
    <>
      {weeks.length > 0 ? <Survey {...props} weeks={weeks} /> : null}
      {pictures.map(({ fileId, fileName }) => (
        <p key={fileId} className={styles.note}>
          {fileName} isn&apos;t on the map because its location is unknown.
        </p>
      ))}
    </>
  );
}

function Survey(props: SurveyPanelProps) {
  const frame = useRef<HTMLElement>(null);
  const survey = useSurvey(props, frame);
  const units = useUnits();
  const { week, layers, labels, map } = survey;
  const { main } = layers;
  const figures = figuresOf(
    { shown: survey.shownOfWeek, heights: main && closeTo(rastersOf(week, 'elevation'), main)[0] },
    units,
  );
  return (
    <section ref={frame} className={styles.survey} aria-label="Weekly map">
      <MapBar survey={survey} />
      <div className={styles.body}>
        <SurveyStage survey={survey} />
        <aside className={`${styles.side} screen-only`} aria-label="Map tools">
          <LayerSection survey={survey} />
          <MeasureSection survey={survey} />
          {survey.pinsOf ? (
            <Suspense>
              <PinSection survey={survey} projectId={survey.pinsOf} />
            </Suspense>
          ) : null}
          {survey.hasPhotos ? <PhotoSection survey={survey} /> : null}
        </aside>
      </div>
      <Figures title={week.title} figures={figures} />
      {uncertaintiesOf(layers, labels, units).map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {survey.isPrinting && map ? <PrintSheet survey={survey} map={map} /> : null}
    </section>
  );
}
