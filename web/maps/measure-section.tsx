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
import { KeptList, type KeptMeasurements } from './kept-list.tsx';
import { MeasureOutcome } from './measure-outcome.tsx';
import styles from './side.module.css';
import type { Units } from '#domain/units.ts';
import type { Measuring } from './use-measuring.ts';

const TOOLS: readonly (readonly [MeasureKind, TablerIcon])[] = [
  ['distance', IconRuler2],
  ['area', IconPolygon],
  ['height', IconMapPin],
  ['profile', IconChartLine],
  ['volume', IconCube],
  ['change', IconLayersDifference],
];

type MeasureSectionProps = {
  measuring: Measuring;
  /** Why a kind cannot be measured here; null when it can. */
  obstacle: (kind: MeasureKind) => string | null;
  /** What a change is measured against, in words. */
  earlierLabel: string;
  units: Units;
  kept: KeptMeasurements;
  openId: string | null;
  onOpen: (id: string | null) => void;
};

/** Measuring on the map, and what was kept of it. */
export function MeasureSection(props: MeasureSectionProps) {
  const { measuring, obstacle, earlierLabel, units, kept, openId, onOpen } = props;
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
      {state.step === 'drawing' ? (
        <DrawingCard measuring={measuring} state={state} units={units} />
      ) : null}
      {'measure' in state ? (
        <MeasureOutcome
          measuring={measuring}
          state={state}
          units={units}
          earlierLabel={earlierLabel}
          kept={kept}
          onKept={onOpen}
        />
      ) : null}
      <KeptList kept={kept} units={units} openId={openId} onOpen={onOpen} />
    </section>
  );
}
