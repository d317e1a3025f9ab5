import { areaOf, lengthOf } from '#domain/geodesy.ts';
import type { MapPosition, MeasureKind, MeasureResult } from '#domain/measurements.ts';
import {
  areaText,
  FIGURES,
  heightText,
  lengthText,
  type Units,
  volumeText,
} from '#domain/units.ts';

type Row = readonly [name: string, value: string];

const heightOrGap = (height: number | null, units: Units) =>
  height === null ? 'No height data here' : heightText(height, units);

/** A result as rows, with the main figure first. */
export function rowsOf(result: MeasureResult, units: Units): Row[] {
  switch (result.kind) {
    case 'distance':
      return [['Length', lengthText(result.length, units)]];
    case 'area':
      return [
        ['Area', areaText(result.area, units)],
        ['Perimeter', lengthText(result.perimeter, units)],
      ];
    case 'height':
      return [['Height', heightOrGap(result.height, units)]];
    case 'profile':
      return profileRows(result, units);
    case 'volume':
      return [
        ['Volume above base', volumeText(result.above, units)],
        ['Volume below base', volumeText(result.below, units)],
        ['Net', volumeText(result.net, units)],
        ['Base height', heightText(result.base, units)],
        ...groundRows(result, units),
      ];
    case 'change':
      return [
        ['Net', volumeText(result.net, units)],
        ['Fill', volumeText(result.fill, units)],
        ['Cut', volumeText(result.cut, units)],
        ...groundRows(result, units),
      ];
  }
}

/** Shows how much of the area has height data if some is missing, because gaps make the volumes too low. */
const groundRows = (
  { area, coverage }: { area: number; coverage: number },
  units: Units,
): Row[] => [
  ['Area', areaText(area, units)],
  ...(coverage < 0.9995 ? [['Area with height data', FIGURES.coverage(coverage)] as const] : []),
];

function profileRows(
  { length, points }: Extract<MeasureResult, { kind: 'profile' }>,
  units: Units,
): Row[] {
  const heights = points.flatMap(({ height }) => height ?? []);
  const [first, last] = [points[0]?.height, points.at(-1)?.height];
  if (heights.length === 0) return [['Length', lengthText(length, units)]];
  return [
    ['Length', lengthText(length, units)],
    ['Lowest', heightText(Math.min(...heights), units)],
    ['Highest', heightText(Math.max(...heights), units)],
    ...(first != null && last != null
      ? [['Start to end', heightText(last - first, units)] as const]
      : []),
  ];
}

/** A result's main figure, for map labels. */
export const figureOf = (result: MeasureResult, units: Units): string =>
  rowsOf(result, units)[0]?.[1] ?? '';

export function figureWhileDrawing(
  kind: MeasureKind,
  corners: readonly MapPosition[],
  units: Units,
): string {
  if (kind === 'height' || corners.length < 2) return '';
  if (kind === 'distance' || kind === 'profile') return lengthText(lengthOf(corners), units);
  return corners.length < 3
    ? lengthText(lengthOf(corners), units)
    : areaText(areaOf(corners), units);
}
