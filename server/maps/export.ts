import { AppError } from '#domain/errors.ts';
import {
  type Measure,
  MEASURE_NAMES,
  type Measurement,
  type MeasureResult,
} from '#domain/measurements.ts';
import { ACRE, CUBIC_YARD, FOOT, type Units } from '#domain/units.ts';
import { csvOf } from '#server/platform/csv.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { unitsOfViewer } from '#server/platform/db/expressions.ts';
import { findSubmissionToExport } from './queries.ts';
import { measurementsOf } from './service.ts';

export type ExportFormat = 'geojson' | 'csv';

/** Throws SUBMISSION_NOT_FOUND. */
export async function exportMeasurements(
  ctx: Context,
  viewer: Viewer,
  submissionId: string,
  format: ExportFormat,
): Promise<{ fileName: string; text: string }> {
  const kept = await measurementsOf(ctx, viewer, { submissionId });
  const week = await ctx.db.ask(viewer, (tx) => findSubmissionToExport(tx, submissionId));
  if (!week) throw new AppError('SUBMISSION_NOT_FOUND');
  const text =
    format === 'csv' ? toCsv(kept, unitsOfViewer(week)) : JSON.stringify(toGeoJson(kept), null, 2);
  return { fileName: `${week.title} measurements.${format}`, text };
}

/** GeoJSON (RFC 7946): longitude before latitude, outer rings counterclockwise. */
function toGeoJson(kept: readonly Measurement[]) {
  const features = kept.map(({ id, title, measure, result, createdBy, createdAt }) => {
    const properties = { title, ...result, createdBy, createdAt };
    return { type: 'Feature', id, geometry: geometryOf(measure), properties };
  });
  return { type: 'FeatureCollection', features };
}

function geometryOf(measure: Measure) {
  if ('line' in measure) return { type: 'LineString', coordinates: measure.line };
  if ('at' in measure) return { type: 'Point', coordinates: measure.at };
  const { corners } = measure;
  const [first = [0, 0]] = corners;
  const doubled = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? first;
    return sum + x * nextY - nextX * y;
  }, 0);
  const turned = doubled < 0 ? corners.toReversed() : corners;
  return { type: 'Polygon', coordinates: [[...turned, ...turned.slice(0, 1)]] };
}

/** `size` is the size of the unit in meters, square meters or cubic meters. */
type ColumnUnit = Record<Units, { unit: string; size: number }>;
const LENGTH: ColumnUnit = { metric: { unit: 'm', size: 1 }, us: { unit: 'ft', size: FOOT } };
const AREA: ColumnUnit = { metric: { unit: 'm²', size: 1 }, us: { unit: 'ac', size: ACRE } };
const VOLUME: ColumnUnit = {
  metric: { unit: 'm³', size: 1 },
  us: { unit: 'yd³', size: CUBIC_YARD },
};
const FIGURES: [name: string, column: ColumnUnit, of: (result: MeasureResult) => number | null][] =
  [
    ['Length', LENGTH, (it) => ('length' in it ? it.length : null)],
    ['Perimeter', LENGTH, (it) => ('perimeter' in it ? it.perimeter : null)],
    ['Area', AREA, (it) => ('area' in it ? it.area : null)],
    ['Height', LENGTH, (it) => ('height' in it ? it.height : null)],
    ['Base', LENGTH, (it) => ('base' in it ? it.base : null)],
    ['Above', VOLUME, (it) => ('above' in it ? it.above : null)],
    ['Below', VOLUME, (it) => ('below' in it ? it.below : null)],
    ['Cut', VOLUME, (it) => ('cut' in it ? it.cut : null)],
    ['Fill', VOLUME, (it) => ('fill' in it ? it.fill : null)],
    ['Net', VOLUME, (it) => ('net' in it ? it.net : null)],
  ];

function toCsv(kept: readonly Measurement[], units: Units): string {
  const headings = FIGURES.map(([name, column]) => `${name} (${column[units].unit})`);
  const rows = kept.map(({ title, result, createdBy, createdAt }) => [
    title,
    MEASURE_NAMES[result.kind],
    ...FIGURES.map(([, column, of]) => inUnit(of(result), column[units].size)),
    'coverage' in result ? rounded(result.coverage * 100) : '',
    createdBy ?? '',
    createdAt,
  ]);
  return csvOf([['Title', 'Kind', ...headings, 'Coverage (%)', 'By', 'At'], ...rows]);
}

const inUnit = (value: number | null, size: number) =>
  value === null ? '' : rounded(value / size);
const rounded = (value: number) => Math.round(value * 1000) / 1000;
