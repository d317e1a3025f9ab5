import { useMemo } from 'react';
import type { Measurement } from '#domain/measurements.ts';
import type { DrawnShape } from '#web/maps/drawing/survey-map.ts';
import { figureOf } from './measure-text.ts';
import type { Units } from '#domain/units.ts';
import { cornersOf, type MeasuringState, SHAPE_OF } from './use-measuring.ts';

/** The measurements on the map: those that are kept, and the one just made. */
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
