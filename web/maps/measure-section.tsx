import {
  IconChartLine,
  IconCube,
  IconLayersDifference,
  IconMapPin,
  IconPolygon,
  IconRuler2,
  type TablerIcon,
} from '@tabler/icons-react';
import { MEASURE_NAMES, type MeasureKind } from '#domain/measurements.ts';
import { UnitsSelect } from '#web/ui/units-select.tsx';
import { DrawingCard } from './drawing-card.tsx';
import { MeasurementList } from './measurement-list.tsx';
import { MeasureOutcome } from './measure-outcome.tsx';
import styles from './side.module.css';
import type { Survey } from './use-survey.ts';

const TOOLS: readonly (readonly [MeasureKind, TablerIcon])[] = [
  ['distance', IconRuler2],
  ['area', IconPolygon],
  ['height', IconMapPin],
  ['profile', IconChartLine],
  ['volume', IconCube],
  ['change', IconLayersDifference],
];

export function MeasureSection({ survey }: { survey: Survey }) {
  const { measuring, obstacle } = survey;
  const { state, problem } = measuring;
  const kind = state.step === 'drawing' ? state.kind : 'measure' in state && state.measure.kind;
  return (
    <section className={styles.section} aria-labelledby="measure">
      <div className={styles.head}>
        <h3 id="measure">Measure</h3>
        <UnitsSelect />
      </div>
      <div className={styles.tools}>
        {TOOLS.map(([tool, Icon]) => (
          <button
            key={tool}
            type="button"
            aria-pressed={kind === tool}
            disabled={obstacle(tool) !== null}
            title={obstacle(tool) ?? undefined}
            onClick={() => measuring.start(tool)}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            {MEASURE_NAMES[tool]}
          </button>
        ))}
      </div>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      {state.step === 'drawing' ? <DrawingCard measuring={measuring} state={state} /> : null}
      {'measure' in state ? <MeasureOutcome survey={survey} state={state} /> : null}
      <MeasurementList survey={survey} />
    </section>
  );
}
