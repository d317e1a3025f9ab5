import { useRef, useState, useMemo } from 'react';
import type {
  MapPosition,
  Measure,
  MeasureKind,
  MeasureResult,
  VolumeBase,
  Measurement,
} from '#domain/measurements.ts';
import type { Drawing, Shape, SurveyMap, DrawnShape } from './drawing/survey-map.ts';
import { figureOf } from './measure-text.ts';
import type { Units } from '#domain/units.ts';

export const SHAPE_OF: Record<MeasureKind, Shape> = {
  distance: 'line',
  area: 'area',
  height: 'point',
  profile: 'line',
  volume: 'area',
  change: 'area',
};

const cornersOf = (measure: Measure): readonly MapPosition[] =>
  'line' in measure ? measure.line : 'corners' in measure ? measure.corners : [measure.at];

/**
 * Finds the raster to measure at a position: the shown one, or the later or earlier one of a change. Null if there is
 * none.
 */
type FindRaster = (at: MapPosition, which: 'shown' | 'later' | 'earlier') => string | null;

export type MeasuringState =
  | { step: 'idle' }
  | { step: 'drawing'; kind: MeasureKind; corners: readonly MapPosition[]; placed: number }
  | { step: 'asking'; measure: Measure }
  | { step: 'failed'; measure: Measure; error: string }
  | { step: 'done'; measure: Measure; result: MeasureResult };

const NO_HEIGHTS_MESSAGE = 'There is no height data here. Draw inside the elevation map.';

type RunMeasurement = (measure: Measure) => Promise<MeasureResult>;

/** Measures one shape, or picks one point, at a time. */
export function useMeasuring(map: SurveyMap | null, findRaster: FindRaster, ask: RunMeasurement) {
  const [state, setState] = useState<MeasuringState>({ step: 'idle' });
  const [isPicking, setPicking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const drawing = useRef<Drawing | null>(null);
  const lastRequest = useRef(0);

  const measure = async (wanted: Measure) => {
    const number = ++lastRequest.current;
    const settle = (next: MeasuringState) => {
      if (lastRequest.current === number) setState(next);
    };
    setState({ step: 'asking', measure: wanted });
    try {
      settle({ step: 'done', measure: wanted, result: await ask(wanted) });
    } catch (error) {
      settle({ step: 'failed', measure: wanted, error: (error as Error).message });
    }
  };
  const start = (kind: MeasureKind) => {
    clear();
    drawing.current =
      map?.draw(SHAPE_OF[kind], {
        onChange: (corners, placed) => setState({ step: 'drawing', kind, corners, placed }),
        onFinish: (corners) => {
          drawing.current = null;
          const wanted = measureOf(kind, corners, findRaster);
          if (wanted) return void measure(wanted);
          setProblem(NO_HEIGHTS_MESSAGE);
          setState({ step: 'idle' });
        },
        onCancel: () => setState({ step: 'idle' }),
      }) ?? null;
  };
  const pick = (onPicked: (at: MapPosition) => void) => {
    clear();
    if (isPicking) return;
    setPicking(true);
    const onCancel = () => setPicking(false);
    const onFinish = ([at]: readonly MapPosition[]) => {
      drawing.current = null;
      setPicking(false);
      if (at) onPicked(at);
    };
    drawing.current = map?.draw('point', { onChange: () => {}, onFinish, onCancel }) ?? null;
  };
  const clear = () => {
    lastRequest.current += 1;
    drawing.current?.cancel();
    drawing.current = null;
    setProblem(null);
    setState({ step: 'idle' });
  };
  return {
    state,
    problem,
    start,
    pick,
    isPicking,
    clear,
    retry: measure,
    setBase: (base: VolumeBase) => {
      if ('measure' in state && state.measure.kind === 'volume')
        void measure({ ...state.measure, base });
    },
    drawing,
  };
}

export type Measuring = ReturnType<typeof useMeasuring>;

function measureOf(
  kind: MeasureKind,
  corners: readonly MapPosition[],
  findRaster: FindRaster,
): Measure | null {
  const at = corners[0];
  const places = [...corners];
  if (kind === 'distance') return { kind, line: places };
  if (kind === 'area') return { kind, corners: places };
  const fileId = at ? findRaster(at, kind === 'change' ? 'later' : 'shown') : null;
  if (!at || !fileId) return null;
  switch (kind) {
    case 'height':
      return { kind, fileId, at };
    case 'profile':
      return { kind, fileId, line: places };
    case 'volume':
      return { kind, fileId, corners: places, base: { kind: 'lowest_edge' } };
    case 'change': {
      const earlierFileId = findRaster(at, 'earlier');
      return earlierFileId ? { kind, fileId, earlierFileId, corners: places } : null;
    }
  }
}

export function useShapes(
  state: MeasuringState,
  kept: readonly Measurement[],
  openId: string | null,
  units: Units,
): DrawnShape[] {
  const measure = 'measure' in state ? state.measure : null;
  const result = state.step === 'done' ? state.result : null;
  return useMemo(
    () => [
      ...kept.map((one) => ({
        id: one.id,
        shape: SHAPE_OF[one.measure.kind],
        corners: cornersOf(one.measure),
        label: `${one.title}  ${figureOf(one.result, units)}`,
        isChosen: one.id === openId,
      })),
      ...(measure
        ? [
            {
              id: 'measured',
              shape: SHAPE_OF[measure.kind],
              corners: cornersOf(measure),
              label: result ? figureOf(result, units) : '',
              isChosen: true,
            },
          ]
        : []),
    ],
    [kept, openId, units, measure, result],
  );
}
