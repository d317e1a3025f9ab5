import { describe, expect, it } from 'vitest';
import { placedRaster as raster } from '#test/fixtures/placed-raster.ts';
import {
  boundsOf,
  defaultStretch,
  firstView,
  haveBothModels,
  type HeightModel,
  type MapWeek,
  modelOf,
  namesOf,
  ofOnePlace,
  placedIn,
  placedWeeks,
  rastersOf,
  settled,
  shownWeeks,
  siteFirst,
  unplaced,
  withWeek,
} from './survey-view.ts';

const week = (submissionId: string, ...rasters: MapWeek['rasters']): MapWeek => ({
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

describe('what a map shows', () => {
  it('is the newest week at first, and the wanted one where it has a map', () => {
    expect(firstView(weeks, null)).toMatchObject({ submissionId: 'w3', layer: 'orthophoto' });
    expect(firstView(weeks, null, 'w1')).toMatchObject({ submissionId: 'w1', layer: 'elevation' });
    expect(firstView([], null)).toBeNull();
  });
  it('is compared with the week before, the earlier one on the left', () => {
    const view = settled(weeks, { layer: 'elevation', submissionId: 'w2', mode: 'swipe' });
    expect(view.otherId).toBe('w1');
    expect(shownWeeks(weeks, view)?.map((one) => one?.submissionId)).toEqual(['w1', 'w2']);
  });
  it('is one week alone where no other has the layer', () => {
    const view = settled([weeks[0] ?? week('')], {
      layer: 'orthophoto',
      submissionId: 'w3',
      mode: 'step',
    });
    expect(view.mode).toBe('single');
  });
  it('is another layer where the week has none of it, and no change of anything but heights', () => {
    const view = settled(weeks, { layer: 'elevation', submissionId: 'w2', mode: 'change' });
    expect(withWeek(weeks, view, 'w3')).toMatchObject({ layer: 'orthophoto', mode: 'swipe' });
  });
  it('offers both models of the heights, and compares like with like', () => {
    const [, surfaceOnly, both] = weeks;
    const terrainOnly = week('w0', raster('terrain_model'));
    expect(haveBothModels([both])).toBe(true);
    expect(haveBothModels([both, terrainOnly])).toBe(false);
    expect(modelOf([both], {})).toBe('surface_model');
    expect(modelOf([both], { isTerrain: true })).toBe('terrain_model');
    expect(modelOf([both, terrainOnly], {})).toBe('terrain_model');
    expect(modelOf([both, surfaceOnly], { isTerrain: true })).toBe('surface_model');
    const typesIn = (model: HeightModel) =>
      rastersOf(both, 'elevation', model).map(({ rasterType }) => rasterType);
    expect(typesIn('terrain_model')).toEqual(['terrain_model']);
    expect(typesIn('surface_model')).toEqual(['surface_model']);
  });
  it('leaves out what lies nowhere', () => {
    const lost = week('w0', { ...raster('orthophoto'), bounds: null });
    expect(placedWeeks([lost])).toEqual([]);
    expect(unplaced([lost])).toHaveLength(1);
  });
  it('names a week by its day and title, and by its title once where nobody said the day', () => {
    const one = week('Week 7');
    expect(namesOf(one, 'America/Chicago')).toEqual(['Nov 14, 2026', 'Week 7']);
    expect(namesOf({ ...one, recordedDate: null }, 'America/Chicago')).toEqual(['Week 7']);
  });
  it('has one color scale and one extent for two weeks', () => {
    const both = [
      surface(10, 20),
      { ...surface(8, 14), bounds: { west: 0, south: 1, east: 1, north: 3 } },
    ];
    expect(defaultStretch(both)).toEqual([8, 20]);
    const stray = {
      ...surface(500, 900),
      bounds: { west: 100, south: 40, east: 101, north: 41 },
    };
    expect(defaultStretch([stray, ...both])).toEqual([8, 20]);
    expect(boundsOf(both)).toEqual({ west: 0, south: 1, east: 2, north: 3 });
    expect(defaultStretch([raster('orthophoto')])).toBeNull();
  });
  it('opens where the site is, and not so that a map of another continent is in sight', () => {
    const stray = raster('orthophoto', { bounds: { west: 100, south: 40, east: 101, north: 41 } });
    const here = raster('orthophoto');
    expect(ofOnePlace([stray, here, here])).toEqual([here, here]);
    const all = placedIn([week('w2', stray, here), week('w1', raster('terrain_model'))]);
    expect(boundsOf(ofOnePlace([stray, here], all))).toEqual(here.bounds);
    expect(ofOnePlace([], all)).toEqual([]);
    expect(siteFirst([stray, here], all)).toEqual([here, stray]);
  });
});
