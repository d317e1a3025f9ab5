import { describe, expect, it } from 'vitest';
import { boundsAround } from '#domain/rasters.ts';
import { placedRaster as raster } from '#test/fixtures/georeferenced-raster.ts';
import type { MapView } from './map-view.ts';
import {
  defaultStretch,
  firstView,
  type HeightModel,
  heightsAt,
  mapsToChoose,
  type MapSubmission,
  modelOf,
  labelsOf,
  type PlacedRaster,
  placedSubmissions,
  rastersOf,
  withValidComparison,
  shownLayers,
  shownSubmissions,
  unplacedRasters,
  viewOfMap,
  withSubmission,
} from './survey-view.ts';

const week = (submissionId: string, ...rasters: MapSubmission['rasters']): MapSubmission => ({
  submissionId,
  title: submissionId,
  recordedDate: '2026-11-14',
  rasters,
});

const surface = (low: number, high: number) => raster('surface_model', { low, high, unit: 'm' });
const weeks = [
  week('w3', raster('orthophoto')),
  week('w2', raster('orthophoto'), surface(10, 20)),
  week('w1', raster('terrain_model'), surface(8, 14)),
];

describe('the map of a project', () => {
  it('opens the newest week, or the requested one if it has a map', () => {
    expect(firstView(weeks, null)).toMatchObject({ submissionId: 'w3', layer: 'orthophoto' });
    expect(firstView(weeks, null, 'w1')).toMatchObject({ submissionId: 'w1', layer: 'elevation' });
    expect(firstView([], null)).toBeNull();
  });
  it('compares with the previous week, the earlier one on the left', () => {
    const view = withValidComparison(weeks, {
      layer: 'elevation',
      submissionId: 'w2',
      mode: 'swipe',
    });
    expect(view.otherId).toBe('w1');
    expect(shownSubmissions(weeks, view)?.map((one) => one?.submissionId)).toEqual(['w1', 'w2']);
  });
  it('shows a single week if no other has the layer', () => {
    const view = withValidComparison([weeks[0] ?? week('')], {
      layer: 'orthophoto',
      submissionId: 'w3',
      mode: 'step',
    });
    expect(view.mode).toBe('single');
  });
  it('switches layer if the week lacks it, and shows changes only of heights', () => {
    const view = withValidComparison(weeks, {
      layer: 'elevation',
      submissionId: 'w2',
      mode: 'change',
    });
    expect(withSubmission(weeks, view, 'w3')).toMatchObject({ layer: 'orthophoto', mode: 'swipe' });
  });
  it('offers both height models and compares the same kind', () => {
    const [, surfaceOnly, both] = weeks;
    const terrainOnly = week('w0', raster('terrain_model'));
    const heights = { layer: 'elevation', submissionId: 'w1', mode: 'single' } as const;
    const compared = { ...heights, mode: 'swipe', otherId: 'w0' } as const;
    expect(shownLayers(weeks, heights).hasModels).toBe(true);
    expect(shownLayers([...weeks, terrainOnly], compared).hasModels).toBe(false);
    expect(modelOf([both], {})).toBe('surface_model');
    expect(modelOf([both], { isTerrain: true })).toBe('terrain_model');
    expect(modelOf([both, terrainOnly], {})).toBe('terrain_model');
    expect(modelOf([both, surfaceOnly], { isTerrain: true })).toBe('surface_model');
    const typesIn = (model: HeightModel) =>
      rastersOf(both, 'elevation', model).map(({ rasterType }) => rasterType);
    expect(typesIn('terrain_model')).toEqual(['terrain_model']);
    expect(typesIn('surface_model')).toEqual(['surface_model']);
  });
  it('omits maps without a position', () => {
    const lost = week('w0', { ...raster('orthophoto'), bounds: null });
    expect(placedSubmissions([lost])).toEqual([]);
    expect(unplacedRasters([lost])).toHaveLength(1);
  });
  it('names a week by day and title, or only by title if the day is unknown', () => {
    const one = week('Week 7');
    expect(labelsOf(one, 'America/Chicago')).toEqual(['Nov 14, 2026', 'Week 7']);
    expect(labelsOf({ ...one, recordedDate: null }, 'America/Chicago')).toEqual(['Week 7']);
  });
  it('uses one color scale and extent for two weeks', () => {
    const both = [
      surface(10, 20),
      { ...surface(8, 14), bounds: { west: 0, south: 1, east: 1, north: 3 } },
    ];
    expect(defaultStretch(both)).toEqual([8, 20]);
    expect(boundsAround(both.map(({ bounds }) => bounds))).toEqual({
      west: 0,
      south: 1,
      east: 2,
      north: 3,
    });
    expect(defaultStretch([raster('orthophoto')])).toBeNull();
  });
});

describe('maps of several sites', () => {
  const at = (fileId: string, west: number, change: Partial<PlacedRaster> = {}) => ({
    ...raster('orthophoto', { bounds: { west, south: 40, east: west + 0.01, north: 40.01 } }),
    fileId,
    ...change,
  });
  const heights = { rasterType: 'surface_model', low: 500, high: 900 } as const;
  const athens = at('athens', 23);
  const bucharest = at('bucharest', 26);
  const hill = at('hill', 26, heights);
  const view = { layer: 'orthophoto', submissionId: 'w2', mode: 'single' } as const;
  const both = [week('w2', athens, bucharest, hill), week('w1', bucharest, hill)];
  const shown = (change: Partial<MapView>) => shownLayers(both, { ...view, ...change });

  it('opens at the site that most weeks show, not at a stray map', () => {
    expect(shown({})).toMatchObject({ main: bucharest, site: [bucharest] });
    expect(shown({}).sides[0]).toEqual([bucharest, athens]);
    expect(shownLayers([], view).main).toBeUndefined();
  });
  it('shows a map chosen by name, with colors for its site', () => {
    expect(mapsToChoose(both[0])).toEqual([athens, bucharest, hill]);
    expect(shown({ fileId: 'athens' })).toMatchObject({ main: athens, site: [athens] });
    const chosen = viewOfMap(both, 'hill');
    expect(chosen).toMatchObject({ layer: 'elevation', submissionId: 'w2', fileId: 'hill' });
    expect(viewOfMap(both, 'gone')).toBeNull();
    expect(defaultStretch(shown({ ...chosen }).site)).toEqual([500, 900]);
  });
  it('stays at the chosen site when the layer or week changes', () => {
    const elevation = { ...view, layer: 'elevation', fileId: 'near' } as const;
    const pair = [
      week('w2', at('near', 23), at('low', 23, heights), hill, { ...hill, fileId: 'x' }),
    ];
    expect(shownLayers(pair, elevation).main?.fileId).toBe('low');
    expect(shownLayers([...pair, ...both], { ...elevation, submissionId: 'w1' }).main).toBe(hill);
  });
  it('draws the chosen one of two overlapping maps on top and measures on it', () => {
    const twice = week('w0', hill, { ...hill, fileId: 'later' });
    const later = { ...view, submissionId: 'w0', layer: 'elevation', fileId: 'later' } as const;
    expect(mapsToChoose(twice)).toHaveLength(2);
    expect(shownLayers([twice], later).sides[0][0]?.fileId).toBe('later');
    const measured = {
      week: twice,
      earlier: undefined,
      view: later,
      shown: 'surface_model',
    } as const;
    expect(heightsAt([26.005, 40.005], 'shown', measured)).toBe('later');
  });
  it('offers no choice of maps if choosing a layer is enough', () => {
    expect(mapsToChoose(both[1])).toEqual([]);
    expect(mapsToChoose(undefined)).toEqual([]);
  });
});
