import { MAX_RESIDUAL_PIXELS, type SurveyResidual } from '#domain/rasters.ts';
import { lengthText, type Units } from '#domain/units.ts';

export function residualText(residual: SurveyResidual | null, units: Units): string {
  if (!residual)
    return "These surveys have too little in common to check how well they're aligned.";
  const { east, north, up, pixels } = residual;
  const distance = lengthText(Math.max(0.01, Math.hypot(east ?? 0, north ?? 0, up)), units);
  const what = east === null ? 'heights' : 'surveys';
  return pixels > MAX_RESIDUAL_PIXELS
    ? `Where nothing changed, these ${what} are ${distance} apart (${pixels.toFixed(1)} pixels). Smaller changes aren't real.`
    : `Where nothing changed, these ${what} agree within ${distance}.`;
}
