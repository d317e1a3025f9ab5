import { expect, test } from 'vitest';
import { filesElsewhere, type LocatedFile, pointExtent, type PublishedPlace } from './elsewhere.ts';

/** About a kilometer, in degrees of latitude. */
const KM = 0.009;
const at = (km: number) => ({ latitude: 31.55 + km * KM, longitude: -97.13 });
const HARBOR = { name: 'Harbor Tower', ...at(0) };
const NORTH = { name: 'North Yard', ...at(5.5) };
const NOWHERE = { latitude: null, longitude: null };

type Home = {
  project: { latitude: number | null; longitude: number | null };
  others: readonly (typeof NORTH)[];
  shown: readonly PublishedPlace[];
};

let number = 0;
const file = (km: number | null, changes: Partial<LocatedFile> = {}): LocatedFile => ({
  id: `${++number}`,
  fileName: `DJI_${number}.JPG`,
  kind: 'photo',
  extent: km === null ? null : pointExtent(at(km)),
  ...changes,
});
const shownAt = (km: number, ...weeks: string[]): PublishedPlace[] =>
  weeks.map((submissionId) => ({ ...at(km), submissionId }));
const found = (
  files: readonly LocatedFile[],
  { project = HARBOR, others = [NORTH], shown = [] }: Partial<Home> = {},
) =>
  filesElsewhere(files, { project, others, shown }).map(({ file: { id }, meters, nearest }) => ({
    at: files.findIndex((each) => each.id === id),
    km: meters === null ? null : Math.round(meters / 100) / 10,
    next: nearest?.project.name ?? null,
  }));

test('photos, videos, maps and logs taken elsewhere are found, with the nearest project', () => {
  const files = (['photo', 'video', 'raster', 'document'] as const).map((kind) =>
    file(5.5, { kind }),
  );
  expect(found([file(0.2), ...files, file(60), file(null)])).toEqual([
    ...[1, 2, 3, 4].map((index) => ({ at: index, km: 5.5, next: 'North Yard' })),
    { at: 5, km: 60, next: null },
  ]);
});

test('files may be two kilometers away, unless another project is clearly closer', () => {
  expect(found([file(1.9)])).toEqual([]);
  expect(found([file(2.1)])).toHaveLength(1);
  const others = [{ name: 'Next Door', ...at(1.6) }];
  expect(found([file(0.7), file(1.5)], { others })).toEqual([
    { at: 1, km: 1.5, next: 'Next Door' },
  ]);
});

test('the distance to a map is measured to its nearest part', () => {
  const wide = (from: number) => ({ ...pointExtent(at(from)), north: at(9).latitude });
  expect(found([file(0, { kind: 'raster', extent: wide(0.5) })])).toEqual([]);
  expect(found([file(0, { kind: 'raster', extent: wide(4) })])).toMatchObject([{ km: 4 }]);
});

test('a place with published photos counts as home, or near another project, after two submissions', () => {
  expect(found([file(12), file(14.5)], { shown: shownAt(13, 'a') })).toEqual([]);
  expect(found([file(5.5)], { shown: shownAt(5.5, 'a') })).toHaveLength(1);
  expect(found([file(5.5)], { shown: shownAt(5.5, 'a', 'b') })).toEqual([]);
});

test('a project without coordinates is located by its published submissions', () => {
  const shown = shownAt(0, 'a');
  expect(found([file(1), file(5.5)], { project: NOWHERE, shown })).toEqual([
    { at: 1, km: 5.5, next: 'North Yard' },
  ]);
});

test('without published submissions, most of the files decide, or nothing is reported', () => {
  const project = NOWHERE;
  const most = [file(0), file(0.3), file(0.5), file(40)];
  expect(found(most, { project })).toEqual([{ at: 3, km: 39.8, next: null }]);
  expect(found([file(0), file(0.3), file(40), file(40)], { project })).toEqual([]);
  expect(found([file(5.5), file(5.6)], { project })).toEqual([]);
  expect(found([file(0), file(5.5)], { project })).toEqual([
    { at: 1, km: null, next: 'North Yard' },
  ]);
});

test('a sidecar goes with its file', () => {
  const map = file(5.5, { kind: 'raster', fileName: 'Site.tif' });
  const sidecar = file(null, { kind: 'other', fileName: 'site.TFW' });
  const report = file(null, { kind: 'document', fileName: 'Report.pdf' });
  expect(found([sidecar, report, map]).map((each) => each.at)).toEqual([0, 2]);
});
